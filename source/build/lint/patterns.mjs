/**
 * Third step of `npm run lint`: searches `source/` for regular expressions that can take very long on an attacker's text
 * (recheck). Safe expressions are recorded in `safe-patterns.txt`, so only new ones are checked; `npm run format` updates the
 * record (`--update`). Exits with 1 if an expression is vulnerable or could not be analysed, unless `allowed-patterns.mjs`
 * gives a reason.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { check } from 'recheck';
import { allowedPatterns } from './allowed-patterns.mjs';

const root = path.resolve(import.meta.dirname ?? path.dirname(fileURLToPath(import.meta.url)), '../../..');
const record = path.join(root, 'source/build/lint/safe-patterns.txt');

/** Time limit for one expression in milliseconds. Most take less than 100. */
const timeout = 20_000;

/**
 * Returns the regular expressions of a script: literals, and RegExp calls with constant text. Others are listed by their
 * arguments.
 */
export function patternsIn(text, file) {
  const found = [];
  const constants = new Map();
  const { program } = parse(text, {
    sourceType: 'unambiguous',
    plugins: ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])],
  });
  const textOf = node => {
    if (node?.type === 'StringLiteral') return node.value;
    if (node?.type === 'Identifier') return textOf(constants.get(node.name));
    const isRaw =
      node?.type === 'TaggedTemplateExpression' && text.slice(node.tag.start, node.tag.end) === 'String.raw';
    const template = isRaw ? node.quasi : node;
    if (template?.type !== 'TemplateLiteral') return undefined;
    const parts = template.expressions.map(textOf);
    if (parts.includes(undefined)) return undefined;
    return template.quasis.map(({ value }, at) => (isRaw ? value.raw : value.cooked) + (parts[at] ?? '')).join('');
  };
  const visit = (node, each) => {
    if (typeof node?.type === 'string') each(node);
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) visit(child, each);
  };
  visit(program, node => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') constants.set(node.id.name, node.init);
  });
  visit(program, node => {
    const at = `${file}:${node.loc?.start.line}`;
    if (node.type === 'RegExpLiteral') found.push({ at, source: node.pattern, flags: node.flags });
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isCall || node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [source, flags] = [textOf(node.arguments[0]), node.arguments[1] ? textOf(node.arguments[1]) : ''];
    const isKnown = source !== undefined && flags !== undefined;
    found.push(isKnown ? { at, source, flags } : { at, built: text.slice(node.start, node.end).replace(/\s+/g, ' ') });
  });
  return found;
}

/** Name of an expression in the list of exceptions. */
export const nameOf = ({ source, flags, built }) => built ?? `/${source}/${flags}`;

const hashOf = pattern => createHash('sha256').update(nameOf(pattern)).digest('hex').slice(0, 16);

/**
 * Matches a slash after any character that can precede a regular expression. Most files have no such slash, and parsing them
 * would take long.
 */
const canHavePatterns =
  /(?:^|[=(,:[!&|?{};>]|\b(?:return|case|typeof|void|yield|await|in|of|do|else))\s*\/(?![*/])|RegExp\(/m;

const sourceFiles = () =>
  readdirSync(path.join(root, 'source'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(?:[cm]?js|tsx?)$/.test(file) && !file.endsWith('allowed-patterns.mjs'))
    .map(file => `source/${file.replaceAll('\\', '/')}`)
    .sort();

function patternsOf(files) {
  const byName = new Map();
  for (const file of files) {
    const text = readFileSync(path.resolve(root, file), 'utf8');
    if (!canHavePatterns.test(text)) continue;
    for (const pattern of patternsIn(text, file))
      if (!byName.has(nameOf(pattern))) byName.set(nameOf(pattern), pattern);
  }
  return byName;
}

/** Returns why an expression is not safe, or undefined. */
async function problemOf({ source, flags, built }) {
  if (built !== undefined) return 'is built from parts that are not constant';
  const { status, complexity, attack, error } = await check(source, flags, { timeout });
  if (status === 'safe') return undefined;
  if (status === 'unknown') return `cannot be judged (${error.kind})`;
  return `takes ${complexity.summary} time, as for ${attack.pattern}`;
}

const unused = name => `source/build/lint/allowed-patterns.mjs: no longer in use: ${name}`;

/** @param given the files to check; by default all of `source/` */
async function main(update, given) {
  const allowed = new Map(allowedPatterns.map(([each, reason]) => [String(each), reason]));
  const found = patternsOf(given.length > 0 ? given : sourceFiles());
  const safe = new Set(readFileSync(record, 'utf8').split('\n').filter(Boolean));
  const fresh = [...found].filter(([name, each]) => !allowed.has(name) && !safe.has(hashOf(each)));
  const lines = given.length > 0 ? [] : [...allowed.keys()].filter(name => !found.has(name)).map(unused);
  const workers = Array.from({ length: 2 }, async () => {
    for (let next = fresh.pop(); next !== undefined; next = fresh.pop()) {
      const [name, pattern] = next;
      const problem = await problemOf(pattern);
      if (problem === undefined) safe.add(hashOf(pattern));
      else lines.push(`${pattern.at}: ${name} ${problem}.`);
    }
  });
  await Promise.all(workers);
  if (update) {
    const used = new Set([...found.values()].map(hashOf));
    const lasting = [...safe].filter(each => used.has(each)).sort();
    writeFileSync(record, `${lasting.join('\n')}\n`);
  }
  if (lines.length === 0) return 0;
  process.stderr.write(`${lines.sort().join('\n')}\n`);
  process.stderr.write('Rewrite the expression, or give a reason in source/build/lint/allowed-patterns.mjs.\n');
  return 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const files = words.filter(each => each !== '--update');
  process.exitCode = await main(words.includes('--update') && files.length === 0, files);
}
