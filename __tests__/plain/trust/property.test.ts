/** Every flag needs its right, alone and in combination: nothing that needs trust happens without a line that names it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FlagName, flagNamed, flagTable, shownName } from '../../../source/command/flags.js';
import { lines } from '../../command/flag-lines.js';
import * as fc from '../../support/property.js';
import { closeServers } from '../../support/servers/http-server.js';
import { victim } from './victim.js';

afterAll(closeServers);

const requestFlags = flagTable.filter(({ commands }) => (commands as readonly string[]).includes('request'));

/** Request flags that a run rejects, because it prints and checks complete responses. */
const outsideRuns: ReadonlySet<string> = new Set(
  'download pager format-options response-charset response-type filter raw-output paginate next merge max-pages all'.split(
    ' ',
  ),
);

test('flags of other commands have the class "other", and request flags do not', () => {
  for (const { name, commands, right } of flagTable) {
    const isOther = right === 'other' && !outsideRuns.has(name);
    expect([name, isOther]).toEqual([name, !commands.some(each => each === 'request') && right !== 'never']);
  }
});

/** Values that refer to the user's files and variables. */
const reaching = [
  'env:SECRET',
  'file:../secret/id_rsa',
  'a=env:SECRET',
  'a=file:HOME/secret/id_rsa',
  '@../secret/id_rsa',
  'a=@../secret/id_rsa',
  '../secret/id_rsa',
  'HOME/secret/new',
  '../secret/new',
];

const quoted = (word: string): string => (/^[\w./:=@-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`);

/** A use of a flag, by its name or its letter. */
const use = fc.constantFrom(...requestFlags).chain(flag => {
  const { name, value, short } = flag;
  const known = lines[name as FlagName] ?? [value === undefined ? shownName(flag) : `${shownName(flag)}=1`];
  const typed = value === undefined ? [] : reaching.map(each => [`${shownName(flag)}=${each}`]);
  const byLetter = value === undefined || short === undefined ? [] : reaching.map(each => [`-${short}${each}`]);
  return fc.constantFrom(known, ...typed, ...byLetter).map(words => ({ name: name as FlagName, words }));
});

const url = fc.constantFrom('GET BASE/', 'POST BASE/', 'GET @plain/users');
const body = fc.constantFrom('', '\n< ../secret/id_rsa\n', '\n<@ ./free.txt\n', '\n< ./link\n');
const saved = fc.constantFrom('', '\n> ./out.txt\n', '\n>>! ../secret/new\n');
const header = fc.constantFrom('', 'X-A: {{$processEnv SECRET}}\n', 'Authorization: Basic ada secret\n');
const lineEnd = fc.constantFrom('\n', '\r\n');

test('in a random file of flags and references', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(use, { maxLength: 3 }),
      url,
      header,
      body,
      saved,
      lineEnd,
      async (uses, request, own, sends, saves, end) => {
        const flags = uses.map(({ words }) => `# @flags ${words.map(quoted).join(' ')}\n`).join('');
        const text = `${flags}${request}\n${own}${sends}${saves}`.replaceAll('\n', end);
        const user = await victim({ text, files: { 'free.txt': 'free' }, links: { link: '../secret/id_rsa' } });
        const listed = await user.run('run', 'x.http', '--manifest', '--json');
        const [file] = listed.code === 0 ? JSON.parse(listed.out) : [{ rights: [], refused: [] }];
        const manifest: readonly string[] = file.rights.map(({ line }: { readonly line: string }) => line);
        const named = (part: string): boolean => manifest.some(line => line.includes(part));
        const { code, out, err } = await user.run('run', 'x.http');
        const secret = /5ecret/.test(
          out + err + JSON.stringify(user.seen.map(each => [each.headers, each.body.toString()])),
        );
        expect([secret, existsSync(path.join(user.home, 'secret/new'))]).toEqual([false, false]);
        if (manifest.length > 0 || file.refused.length > 0) expect([code, user.seen]).toEqual([2, []]);
        // With every line approved, nothing is rejected; a line that cannot be parsed is never sent.
        const approved = await user.run('run', 'x.http', '--trust', '--dry-run');
        expect(approved.err).not.toContain('needs your trust');
        if (approved.code === 2) return;
        // One line for each flag that needs trust by itself.
        for (const { name } of uses)
          if (!['free', 'other', 'never', 'read'].includes(flagNamed(name)?.right ?? ''))
            expect([name, named(`--${name}`)]).toEqual([name, true]);
        if (saves !== '') expect(manifest.some(line => line.startsWith('write '))).toBe(true);
        if (request.includes('@plain')) expect(named('your profile "plain"')).toBe(true);
        // A login would open a browser.
        if (uses.some(({ name }) => name.startsWith('oauth2'))) return;
        const ran = await user.run('run', 'x.http', '--trust', '-p', 'HBhb');
        expect(ran.err).not.toContain('needs your trust');
        const sent = JSON.stringify(user.seen.map(each => [each.path, each.headers, each.body.toString()]));
        const decoded = sent.replace(/Basic ([\w+/=]+)/g, (_, text: string) => Buffer.from(text, 'base64').toString());
        if (/5ecret: key|5ecret: ?key|5ecret%3A/.test(decoded)) expect(named('id_rsa') || named('link')).toBe(true);
        if (decoded.includes('5ecret-variable')) expect(named('variable SECRET')).toBe(true);
        if (decoded.includes('5ecret-token')) expect(named('your profile')).toBe(true);
        if (existsSync(path.join(user.home, 'secret/new'))) expect(named('secret/new')).toBe(true);
      },
    ),
    { numRuns: 600 },
  );
}, 180_000);
