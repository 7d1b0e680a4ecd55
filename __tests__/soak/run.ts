/**
 * `npm run soak [-- PART…]` repeats everything many times and checks that nothing accumulates. `SOAK_SCALE=0.01` does a
 * hundredth of it, in two minutes. A complete run at full scale writes `__tests__/soak.md`. Exits with 1 if a limit was exceeded.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { soakPlain } from './plain.js';
import { soakRequests } from './requests.js';
import { page, type Result } from './result.js';
import { screenParts, soakScreen } from './screen.js';

const all = [...screenParts, 'plain', 'requests'];
const given = process.argv.slice(2);
const names = given.length === 0 ? all : given;
const scale = Number(process.env.SOAK_SCALE ?? 1);
if (!names.every(name => all.includes(name)) || !(scale > 0)) {
  process.stderr.write(`[SOAK_SCALE=NUMBER] npm run soak [-- ${all.join(' | ')}]\n`);
  process.exit(2);
}
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const onScreen = names.filter(name => screenParts.includes(name));
const results: Result[] = onScreen.length > 0 ? await soakScreen(onScreen, { scale, tell }) : [];
if (names.includes('plain')) results.push(await soakPlain(scale, tell));
if (names.includes('requests')) results.push(await soakRequests(scale, tell));
const text = page(results, scale);
process.stdout.write(text);
if (given.length === 0 && scale === 1) writeFileSync(path.resolve('__tests__/soak.md'), text);
process.exit(results.every(({ wrong }) => wrong.length === 0) ? 0 : 1);
