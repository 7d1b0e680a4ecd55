/** `SSLKEYLOGFILE`: secrets of TLS connections in the NSS key log format, with which Wireshark decrypts captured packets. */
import { constants, writeSync } from 'node:fs';
import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Environment } from '../../../environment.js';
import { privateFileMode } from '../../../platform/permissions.js';
import { errorReason } from '../../files/error-reason.js';
import { openNamed } from '../../files/named-file.js';
import { pathOf } from '../../sources.js';

type Connecting = {
  connect?(request: unknown, options: unknown): Promise<Duplex>;
  createConnection(options: unknown, callback?: (error: Error | null, socket?: Duplex) => void): Duplex | undefined;
};

type WriteKeys = (line: Uint8Array) => void;

const logs = new WeakMap<Environment, WriteKeys | undefined>();

/** Opens the log once per run, for appending and readable by its owner only. Returns undefined if it cannot be written. */
function openLog(file: string, environment: Environment, onIgnored: (reason: string) => void): WriteKeys | undefined {
  if (logs.has(environment)) return logs.get(environment);
  let write: WriteKeys | undefined;
  try {
    const fd = openNamed(pathOf(file, environment), constants.O_APPEND, privateFileMode, environment);
    write = line => {
      try {
        writeSync(fd, line);
      } catch {
        // A full disk must not end the request.
      }
    };
  } catch (error) {
    onIgnored(`Cannot write ${file}: ${errorReason(error)}.`);
  }
  logs.set(environment, write);
  return write;
}

const watched = new WeakSet<Duplex>();

/**
 * Logs the keys of each connection that an agent opens.
 * @param onIgnored gets the reason if the file cannot be written
 */
export function loggingKeys<A extends Agent>(
  agent: A,
  file: string,
  environment: Environment,
  onIgnored: (reason: string) => void,
): A {
  const write = openLog(file, environment, onIgnored);
  if (!write) return agent;
  const watch = <S extends Duplex | undefined>(socket: S): S => {
    if (socket && !watched.has(socket)) (socket as unknown as TLSSocket).on('keylog', write);
    if (socket) watched.add(socket);
    return socket;
  };
  const connecting = agent as unknown as Connecting;
  const create = connecting.createConnection.bind(agent);
  connecting.createConnection = (options, callback) =>
    watch(create(options, callback && ((error, made) => callback(error, watch(made)))));
  if (!connecting.connect) return agent;
  const connect = connecting.connect.bind(agent);
  connecting.connect = async (request, options) => watch(await connect(request, options));
  return agent;
}
