/** An hour's work in lines. All output is compared line by line. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();

/** Durations and sizes differ from run to run. Waiting is only announced if the result does not arrive immediately. */
const even = (text: string): string =>
  text
    .replaceAll(/\d[\d.,]* (?:ms|s)\b/g, 'TIME')
    .replaceAll(/\d[\d.,]* (?:B|kB)\b/g, 'SIZE')
    .replaceAll(/^(?:Loading the schema from the server\.|TIME \(Ctrl-C: stop\): .*)\n/gm, '');

/** A simulated user who types, and collects the output between two prompts. */
class Listener {
  readonly terminal: TerminalProgram;
  #heard = 0;

  constructor(home: string) {
    const argv = ['graphql', demo.graphqlUrl, '--linear'];
    this.terminal = startInTerminal(argv, { columns: 200, rows: 400, home, folder: home });
  }

  /** Types keys, and waits until exactly these lines are between them and the next prompt. */
  async hears(keys: string, ...said: readonly string[]): Promise<void> {
    const echo = keys.endsWith('\r') ? [`> ${keys.slice(0, -1)}`] : [];
    const wanted = [...echo, ...said];
    this.terminal.write(keys);
    // On a slow machine, the first commands wait for the schema.
    const replies = (): readonly string[] =>
      even(this.terminal.screen())
        .split('\n')
        .filter(line => !line.startsWith('Waiting: '));
    const lines = (): readonly string[] => replies().slice(this.#heard);
    const isComplete = (): boolean => lines().join('\n') === [...wanted, '>'].join('\n');
    await this.terminal.untilScreen(isComplete, JSON.stringify(wanted, undefined, 1)).catch(() => {
      expect(lines()).toEqual([...wanted, '>']);
    });
    this.#heard += wanted.length;
  }
}

test('an hour of work: find, tick, variables, run, an error, a subscription, tabs, save, quit', async () => {
  const home = temporaryFolder();
  const listener = new Listener(home);
  await listener.terminal.untilShown('Query, open');
  await listener.hears(
    '',
    'apiclient in line mode. Type help for a list of commands.',
    'Schema loaded: 40 types.',
    'Query, open, 10 fields, level 1',
  );

  // Find.
  await listener.hears(
    'search country\r',
    'Match 1 of 2: Query, authors, country. country: String!, not ticked, level 3.',
  );
  await listener.hears(
    'next match\r',
    'Match 2 of 2: Mutation, placeOrder, (input:), delivery, post, country, which writes. country: String, argument, level 6.',
  );
  await listener.hears('search nosuchthing\r', 'No match for nosuchthing in the schema.');

  // Tick: the field, not the argument of the same name.
  await listener.hears(
    'tick node.id\r',
    'Ticked node(id: $id).id: ID!. Needs $id: ID!. Query: query ($id: ID!) { node(id: $id) { id } }.',
  );
  await listener.hears('tick node.weight\r', 'No field weight below node.');
  await listener.hears(
    'run\r',
    'Running the query.',
    'Error: Variable "$id" of required type "ID!" was not provided.',
    'Response: 200 - TIME - SIZE - 1 error, no data',
    'read: the response, 13 lines.',
  );

  // Variables.
  await listener.hears('variables {"id": "book:1"}\r', 'Variables: {"id": "book:1"}');
  await listener.hears('variables\r', '{"id": "book:1"}');

  // Run.
  await listener.hears(
    'run\r',
    'Running the query.',
    'Response: 200 - TIME - SIZE',
    ...['{', '  "data": {', '    "node": {', '      "id": "book:1"', '    }', '  }', '}'],
  );
  await listener.hears('brief\r', 'Brief: fewer lines.');
  await listener.hears('run\r', 'Running the query.', 'Response: 200 - TIME - SIZE', 'read: the response, 7 lines.');
  await listener.hears('read 4\r', '      "id": "book:1"', '    }', '  }', '}');

  // An error is announced with its message.
  await listener.hears('tick me.name\r', 'Ticked me.name: String!');
  await listener.hears(
    'run\r',
    'Running the query.',
    'Error: Bearer token required: -B demo-token',
    'Response: 200 - TIME - SIZE - partial data',
    'read: the response, 25 lines.',
  );
  await listener.hears('untick me.name\r', 'Unticked me.name: String!');
  await listener.hears('verbose\r', 'Verbose: all lines.');

  // A subscription in a separate tab, stopped by Ctrl-C.
  await listener.hears('new tab\r', 'Tab 2 of 2: new.');
  await listener.hears(
    'tick subscription.ticks(every: 60000).number\r',
    'Ticked subscription.ticks(every: 60000).number.',
    'Query: subscription { ticks(every: 60000) { number } }',
  );
  await listener.hears('run\r', 'Running the subscription.', 'event: {"data":{"ticks":{"number":1}}}');
  await listener.hears('\x03', 'Stopped - 1 event - SIZE');
  await listener.hears('stop\r', 'Nothing is running.');

  // Tabs.
  await listener.hears('next tab\r', 'Tab 1 of 2: node.');
  await listener.hears('previous tab\r', 'Tab 2 of 2: ticks.');
  await listener.hears('close tab\r', 'Closed tab "ticks". Press u to reopen it.', 'Tab 1 of 1: node.');
  await listener.hears('next tab\r', 'Only one tab is open. Press Ctrl-T for a new one.');

  // Save. Ctrl-C leaves its prompt, in which the global commands work.
  const question = 'Save as: also saves variables as name.variables.json.';
  await listener.hears('save\r', question, 'Now query.graphql. Type it, or back.');
  await listener.hears('where\r', question, 'Now query.graphql. Type it, or back.');
  await listener.hears('\x03', 'Cancelled: Save as.');
  await listener.hears('save\r', question, 'Now query.graphql. Type it, or back.');
  await listener.hears('node.graphql\r', 'Saved node.graphql and node.variables.json.');
  await listener.hears('back\r', 'Nothing to leave. Type quit to end the program.');
  await listener.hears(
    'where\r',
    `${demo.graphqlUrl}. Pane schema.`,
    'Operation: query without a name.',
    'name: String!, not ticked, level 3',
  );

  // A wrong name is never a choice.
  const kinds = ['1. query', '2. mutation', '3. subscription', 'Type a number, or back.'];
  await listener.hears('new operation\r', 'New operation:', ...kinds);
  await listener.hears('the 2\r', 'Not in this list: the 2. Type a number, filter WORDS, or back.');
  await listener.hears('4\r', 'No 4 in the list.');
  await listener.hears('back\r', 'Closed New operation.');
  await listener.hears('nonsense\r', 'Unknown command nonsense. Type help.');

  // Ctrl-C at an empty prompt asks for confirmation. Any line cancels that.
  await listener.hears('\x03', 'Press Ctrl-C again to quit.');
  await listener.hears('query\r', ...readFileSync(path.join(home, 'node.graphql'), 'utf8').trimEnd().split('\n'));
  listener.terminal.write('quit\r');
  expect(await listener.terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(listener.terminal.screen()).toMatch(/\n> quit\nLeft\.$/);
  expect(existsSync(path.join(home, 'node.variables.json'))).toBe(true);
});

test('the verbosity is remembered', async () => {
  const home = temporaryFolder();
  const first = new Listener(home);
  await first.terminal.untilShown('Query, open');
  first.terminal.write('brief\rquit\r');
  await first.terminal.ended;
  const next = new Listener(home);
  await next.terminal.untilShown('Query, open');
  next.terminal.write('tick books.total\r');
  await next.terminal.untilShown('Ticked books.total: Int!\n>');
});
