/** No request flag is lost when a request is written as an apiclient line, as curl, or as code. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FlagName, flagTable } from '../../source/command/flags.js';
import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { wordsOf } from '../../source/core/http-file/entry-command.js';
import { apiclientCommand, curlCommand } from '../../source/core/request/code/curl.js';
import { fetchCode } from '../../source/core/request/code/fetch.js';
import { httpEntry } from '../../source/core/request/code/http.js';
import type { RequestSpec } from '../../source/core/request/spec.js';
import { isSecret, reveal } from '../../source/core/secret.js';
import { prepareRequest } from '../../source/plain/prepare.js';
import { testEnvironment } from '../support/environment.js';
import { companions, lines } from './flag-lines.js';

const groups = ['Authentication', 'Body', 'Network', 'TLS'];
/** A session adds flags to the request, which are written themselves. */
const ofSessions: readonly FlagName[] = ['session', 'session-read-only'];
const written = flagTable.filter(
  ({ name, group, commands }) => groups.includes(group) && commands.includes('request') && !ofSessions.includes(name),
);

async function requestOf(argv: readonly string[]) {
  const environment = { ...testEnvironment(), random: (length: number) => Buffer.alloc(length, 7) };
  writeFileSync(path.join(environment.folder, 'file.txt'), 'text\n');
  const command = parse(argv);
  if (isFailure(command)) throw new Error(`${argv.join(' ')}: ${command.text}`);
  if (command.kind !== 'request') throw new Error(`${argv.join(' ')} is not a request`);
  const spec = await prepareRequest(command, environment);
  if (isFailure(spec)) throw new Error(spec.text);
  return {
    spec,
    options: { showSecrets: true, ...(command.body?.kind === 'form' ? { form: command.body.parts } : {}) },
  };
}

const bareOf = (name: FlagName): readonly string[] => ['POST', 'https://a.example/', ...(companions[name] ?? [])];
const lineOf = (name: FlagName): readonly string[] => [...bareOf(name), ...(lines[name] ?? [])];

/** A request as data: secrets revealed, bodies byte for byte, signers as the values they sign with. */
const plain = (spec: RequestSpec): unknown =>
  JSON.parse(
    JSON.stringify(spec, function (this: Record<string, unknown>, key, value) {
      const own = this[key];
      return isSecret(own) ? reveal(own) : value;
    }),
  );

test('every flag that affects a request has a line here', () => {
  expect(written.map(({ name }) => name).sort()).toEqual(Object.keys(lines).sort());
});

describe.each(written.map(({ name }) => name))('--%s', name => {
  test('the apiclient command, parsed again, gives the same request', async () => {
    const { spec, options } = await requestOf(lineOf(name));
    const words = wordsOf(apiclientCommand(spec, options).replaceAll(' \\\n ', '')) ?? [];
    const again = await requestOf(words.slice(1));
    expect(plain(again.spec)).toEqual(plain(spec));
  });

  test.each([
    // curl always tolerates what --strict rejects.
    ['curl', curlCommand, ['strict']],
    // One note covers these and the flags they require.
    ['fetch', fetchCode, ['retry-all', 'key', 'key-pass']],
    ['.http', httpEntry, []],
  ] as const)('%s contains it, or notes that it does not', async (_, write, silent) => {
    const given = await requestOf(lineOf(name));
    const bare = await requestOf(bareOf(name));
    const says = write(given.spec, given.options) !== write(bare.spec, bare.options);
    expect(says).toBe(!silent.some(each => each === name));
  });
});
