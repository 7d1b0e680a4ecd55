/** Third-party request files opened with `--linear`: no right is used without a manifest, which a script cannot answer unseen. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { main } from '../../../source/main.js';
import { type Attack, attacks, notFlags, tricks } from '../../plain/trust/attacks.js';
import { victim } from '../../plain/trust/victim.js';
import { tenthOf } from '../../support/property.js';
import { closeServers } from '../../support/servers/http-server.js';

afterAll(closeServers);

type Victim = Awaited<ReturnType<typeof victim>>;

/** Types lines after opening the victim's file. */
async function typed(user: Victim, ...lines: readonly string[]) {
  const { environment } = user;
  const before = [environment.out().length, environment.err().length];
  const stdin = Readable.from([lines.map(line => `${line}\n`).join('')], { objectMode: false });
  const argv = ['open', 'x.http', '--linear', '--keep-going'];
  const code = await main(argv, { ...environment, stdin } as typeof environment);
  const printed = environment.out().slice(before[0]) + environment.err().slice(before[1]);
  return { code, printed: printed.replaceAll(/ +/g, ' ') };
}

/** Only a cookie jar is written by requests of an open file; bodies are not saved. */
const isSave = ({ line = '' }: Attack): boolean => line.startsWith('write ') && !line.includes('--cookie-jar');

const titled = (which: readonly Attack[]) => tenthOf(which).map(attack => [attack.title, attack] as const);

const secretsIn = ({ seen }: Victim): string =>
  JSON.stringify(seen.map(each => [each.path, each.headers, each.body.toString()]));

test.each(titled(attacks.filter(each => !isSave(each))))(
  'run sends nothing and prints the manifest: %s',
  async (_, attack) => {
    const user = await victim(attack);
    const { code, printed } = await typed(user, attack.line === undefined ? 'run' : 'run all');
    expect([code, user.seen, existsSync(path.join(user.home, 'secret/new'))]).toEqual([2, [], false]);
    expect(printed).not.toContain('5ecret');
    if (attack.line === undefined) expect(printed).toMatch(/--[a-z-]+ cannot be set by a file\./);
    else {
      expect(printed).toContain('x.http wants to:');
      expect(printed).toContain(user.filled(attack.line));
      expect(printed).toContain('Not answered: x.http wants to.');
    }
  },
);

const kinds = new Set(['a profile', '--proxy', '< with ..', '-B env:', '--cookie-jar', '--oauth2']);

test.each(titled(attacks.filter(({ title }) => kinds.has(title))))(
  'No, back, quit and other commands are not an approval: %s',
  async (_, attack) => {
    const user = await victim(attack);
    await typed(user, 'run all', '1', 'run all', 'back', 'run all', 'y', 'run', 'run all', 'filter once', 'quit');
    expect([user.seen, existsSync(path.join(user.home, 'secret/new'))]).toEqual([[], false]);
  },
);

test.each(titled(attacks.filter(isSave)))(
  'run sends without a question, and nothing is saved: %s',
  async (_, attack) => {
    const user = await victim(attack);
    const before = readdirSync(user.repo);
    expect((await typed(user, 'run all')).code).toBe(0);
    expect(user.seen.length).toBe(1);
    expect([existsSync(path.join(user.home, 'secret/new')), readdirSync(user.repo)]).toEqual([false, before]);
  },
);

test.each(titled(tricks))('run neither sends nor prints a secret: %s', async (_, trick) => {
  const user = await victim(trick);
  const { printed } = await typed(user, 'run all');
  expect(printed + secretsIn(user)).not.toContain('5ecret');
});

test.each(tenthOf(notFlags))('%j is not a flag', async flag => {
  const user = await victim({ text: `# @flags ${flag}\nDELETE @shop/users/1` });
  expect([(await typed(user, 'run')).code, user.seen]).toEqual([2, []]);
});

const saved = '# @flags -B env:SECRET\nGET BASE/';

test('"Yes" sends once and is not stored; "Always" is stored for later sessions and for `apiclient run`', async () => {
  const user = await victim({ text: saved });
  expect((await typed(user, 'run', '2')).code).toBe(0);
  expect([(await typed(user, 'run')).code, user.seen.length]).toEqual([2, 1]);
  expect((await typed(user, 'run', '3')).code).toBe(0);
  expect([(await typed(user, 'run')).code, (await user.run('run', 'x.http')).code, user.seen.length]).toEqual([
    0, 0, 4,
  ]);
});

test('the manifest covers the rights of the opened text after it is edited, and no rights that were typed', async () => {
  const user = await victim({ text: saved });
  const edited = await typed(user, `request:`, '# @flags -B env:SECRET', `GET ${user.url}/changed`, '.', 'run');
  expect([edited.code, user.seen]).toEqual([2, []]);
  const plain = await victim({ text: 'GET BASE/' });
  const own = await typed(plain, `request:`, '# @flags -B env:SECRET', `GET ${plain.url}/typed`, '.', 'run');
  expect([own.code, plain.seen.map(({ headers }) => headers.authorization)]).toEqual([0, ['Bearer 5ecret-variable']]);
});
