/** Brings a connection that was made for a request into the pool of an agent. */
import type { Agent } from 'node:http';
import type { TLSSocket } from 'node:tls';

type Connecting = {
  connect?(request: unknown, options: HandedOver): Promise<unknown>;
  createConnection(options: HandedOver, callback?: unknown): unknown;
};

interface HandedOver {
  /** In place of a new connection. */
  readonly opened?: TLSSocket;
}

/** Lets a request of node:https bring its connection into the agent's pool. */
export function takingOver<A extends Agent>(agent: A): A {
  const own = agent as unknown as Connecting;
  if (own.connect) {
    const connect = own.connect.bind(agent);
    own.connect = async (request, options) => options.opened ?? connect(request, options);
  } else {
    const create = own.createConnection.bind(agent);
    own.createConnection = (options, callback) => options.opened ?? create(options, callback);
  }
  return agent;
}
