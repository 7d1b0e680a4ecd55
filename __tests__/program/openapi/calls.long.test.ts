/**
 * 200 requests built by `--call`, sent to servers that another program generated from the same descriptions: all are accepted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PassThrough } from 'node:stream';
import { exampleCall } from '../../../source/core/openapi/describe.js';
import type { Operation } from '../../../source/core/openapi/document/types.js';
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/environment.js';
import { describeText, descriptionText } from '../../support/fixtures/descriptions.js';
import { callsIn } from '../../support/shells/shell-words.js';

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.stdin?.end();
});

/** Starts the server of a description and returns its URL. */
async function backend(file: string): Promise<string> {
  const child = spawn(process.execPath, [path.resolve('__tests__/support/servers/openapi-backend.mjs'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString().trim()}`;
}

/** The other program cannot read forms, and requires a body even if it is optional. */
const isRead = ({ method, body }: Operation): boolean =>
  method !== 'HEAD' && (body === undefined || (body.required && /json/.test(body.content[0]?.mediaType ?? '')));

let sent = 0;

test.each(['gitea.json.gz', 'box.json.gz', 'twilio-conversations.json.gz'])(
  '%s',
  async name => {
    const text = descriptionText(name);
    const description = describeText(text);
    const environment = testEnvironment();
    const file = path.join(environment.folder, 'api.json');
    writeFileSync(file, text);
    const url = await backend(file);
    const root = new URL(description.servers[0]?.url ?? '/', 'http://x').pathname.replace(/\/$/, '');
    const some = description.operations.filter(isRead).filter((_, at) => at % 2 === 0);
    for (const operation of some) {
      const line = `apiclient openapi ${url}${root} --schema api.json ${exampleCall(description, operation).call} -s`;
      let err = '';
      const own = { ...testEnvironment(), folder: environment.folder };
      (own.stderr as PassThrough).on('data', chunk => {
        err += chunk;
      });
      (own.stdout as PassThrough).resume();
      expect([titleOf(operation), await main(callsIn(line)[0] ?? [], own), err]).toEqual([titleOf(operation), 0, '']);
      sent++;
    }
    const { valid, refused } = await (await fetch(`${url}/-/refused`)).json();
    expect(refused).toEqual([]);
    expect(valid).toBe(some.length);
    // Dozens of commands, each as long as one at the prompt.
  },
  180_000,
);

test('there are at least 200', () => {
  expect(sent).toBeGreaterThanOrEqual(200);
});
