/**
 * `node source/build/run.mjs __tests__/wire/httpyac.ts FOLDER`: the forms of `.http` files, sent by apiclient (from `dist/`) and by
 * httpyac, whose package was installed in FOLDER; it is not a dependency. Writes `httpyac.md`: each difference and its reason. A
 * difference without a reason fails.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { formServer, writeForm } from '../plain/run/form-server.js';
import { type Form, forms } from '../plain/run/forms.js';
import { httpyacReasons } from './httpyac-reasons.js';
import { differences, type OnTheWire, onTheWire } from './on-the-wire.js';

const [folder = ''] = process.argv.slice(2);
const theirs = path.resolve(folder, 'node_modules/httpyac');
const { version } = JSON.parse(readFileSync(path.join(theirs, 'package.json'), 'utf8')) as { version: string };

/** The httpyac arguments for these apiclient arguments, without flags that httpyac lacks. */
function theirWords(argv: readonly string[]): readonly string[] {
  const words = argv.flatMap(word => word.split(/(?<=^--\w+)=/));
  return words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    if (before === '--env') return ['--env', word];
    if (before === '--request') return ['--name', word];
    return /^\w+=/.test(word) ? ['--var', word] : [];
  });
}

/** The requests received from one program. */
async function sentBy(form: Form, isTheirs: boolean): Promise<readonly OnTheWire[]> {
  const server = await formServer();
  const place = mkdtempSync(path.join(os.tmpdir(), 'form-'));
  const words = writeForm(form, place, server.url);
  const base = `base=${server.url}`;
  const all = words.includes('--request') ? [] : ['--all'];
  const argv = isTheirs
    ? [path.join(theirs, 'bin/httpyac.js'), 'send', 'api.http', ...all, '--var', base, ...theirWords(words)]
    : [path.resolve('dist/cli.cjs'), 'run', 'api.http', base, ...words];
  const env = { PATH: process.env.PATH, HOME: place, no_proxy: '127.0.0.1', ...form.variables };
  await new Promise<void>(resolve => {
    const child = execFile(process.execPath, argv, { cwd: place, env, timeout: 60_000 }, () => resolve());
    child.stdin?.end();
  });
  await server.close();
  rmSync(place, { recursive: true });
  return server.seen.map(each => onTheWire(each, new URL(server.url).host));
}

const lineOf = (sent: OnTheWire | undefined): string => (sent ? `${sent.method} ${sent.target}` : 'nothing');

/** The value of a differing part, cut after 100 characters. */
function partOf(sent: OnTheWire | undefined, part: string): string {
  const parts: Readonly<Record<string, (of: OnTheWire) => string>> = {
    request: lineOf,
    method: of => of.method,
    target: of => of.target,
    body: of => of.body,
  };
  const text = sent ? (parts[part]?.(sent) ?? (sent.headers[part] ?? []).join(', ')) : lineOf(sent);
  const line = text.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return line === '' ? 'none' : line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

interface Row {
  readonly part: string;
  readonly ours: string;
  readonly theirs: string;
}

function rowsOf(ours: readonly OnTheWire[], others: readonly OnTheWire[]): readonly Row[] {
  const longer = ours.length > others.length ? ours : others;
  return longer.flatMap((_, at) => {
    const [one, other] = [ours[at], others[at]];
    const parts = one && other ? differences(one, other) : ['request'];
    return parts.map(part => ({ part, ours: partOf(one, part), theirs: partOf(other, part) }));
  });
}

const cell = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
const lines: string[] = [];
const unexplained: string[] = [];
let same = 0;
for (const form of forms) {
  const rows = rowsOf(await sentBy(form, false), await sentBy(form, true));
  if (rows.length === 0) same++;
  for (const { part, ours, theirs: other } of rows) {
    const reason = httpyacReasons.find(each => each.explains({ title: form.title, part, ours, theirs: other }));
    if (!reason) unexplained.push(`${form.title} (${part}): ours ${ours}, theirs ${other}`);
    lines.push(`| ${form.title} | ${part} | ${cell(ours)} | ${cell(other)} | ${reason?.why ?? ''} |`);
  }
}
writeFileSync(
  '__tests__/wire/httpyac.md',
  [
    '# `.http` files compared with httpyac',
    '',
    `\`__tests__/wire/httpyac.ts\` writes this page. The ${forms.length} forms of \`__tests__/plain/run/forms.ts\` are sent by apiclient and by`,
    `httpyac ${version} to a recording server. Method, target, every header and the bytes of the body are compared, except`,
    'headers that identify the program (`on-the-wire.ts`).',
    '',
    `${same} forms are identical byte for byte. The others:`,
    '',
    '| form | part | apiclient | httpyac | why |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n'),
);
process.stdout.write(`${same} of ${forms.length} are the same.\n`);
if (unexplained.length > 0) {
  process.stderr.write(`Without a reason:\n${unexplained.join('\n')}\n`);
  process.exitCode = 1;
}
