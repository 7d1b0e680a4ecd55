import path from 'node:path';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { performPipe } from '../../../source/tui/effects/response.js';
import type { Action } from '../../../source/tui/model/action.js';
import { temporaryFolder } from '../../support/program.js';
import { testEnvironment } from '../../support/servers/graphql.js';

const folder = temporaryFolder();
const environment = testEnvironment({ folder, home: path.join(folder, 'home'), variables: { PATH: process.env.PATH } });
const context = { environment, running: new Map() } as unknown as EffectContext;

const piped = (command: string, text: string): Promise<Action> =>
  new Promise(resolve => performPipe(1, command, text, context, resolve));

test('endless output is cut, and that is reported', async () => {
  const done = (await piped('yes', '')) as Extract<Action, { type: 'response/piped' }>;
  expect(done.problem).toBe('Output was truncated after 64 MB.');
  expect(done.text.length).toBeGreaterThanOrEqual(64_000_000);
  expect(done.text.length).toBeLessThan(80_000_000);
});
