/** A server for the tests of the built program in a pseudo-terminal. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

interface UsersServer {
  readonly url: string;
  /** Opens the full screen on the server, with its tree visible. */
  open(columns?: number, rows?: number, variables?: Record<string, string>): Promise<TerminalProgram>;
}

/** A server with users for all tests of a file. Each test's terminals are closed when the test ends. */
export function usersForTests(): UsersServer {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const schema = createSchema({
      typeDefs: `
        type Query { user(id: ID!): User hello: String wide: String }
        type User { id: ID! name: String! posts: [Post!]! }
        type Post { title: String! author: User! }
      `,
      resolvers: {
        Query: {
          user: (_: unknown, { id }: { id: string }) => ({ id, name: `User ${id}`, posts: [{ title: 'First' }] }),
          hello: () => 'Hello from the server',
          wide: () => '日本語 👨‍👩‍👧 e\u0301 \u001b[2Jend',
        },
      },
    });
    server = createServer(createYoga({ schema: schema as never, logging: false }));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  });
  afterAll(() => new Promise(resolve => server.close(resolve)));
  afterEach(closeTerminals);
  return {
    get url() {
      return url;
    },
    async open(columns = 120, rows = 40, variables = {}) {
      const terminal = startInTerminal(['graphql', url], { columns, rows, variables });
      await terminal.untilShown('user: User');
      return terminal;
    },
  };
}
