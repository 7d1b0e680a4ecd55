/** Tasks on a schema rather than an operation: `--find`, `--to`, `--describe`, `--diff-schema`, `--validate`. */
import { namesSchemaUrl, type SchemaTask } from '../../core/graphql/sending/options.js';
import { orList } from '../../core/or-list.js';
import type { FlagName } from '../flags.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { absoluteUrl } from '../values.js';
import { path } from './network.js';
import { parseReports } from './report.js';

/** Mutually exclusive flags. */
const purposes = [
  'query',
  'pick',
  'print-schema',
  'find',
  'to',
  'describe',
  'diff-schema',
  'validate',
  'call',
] as const satisfies FlagName[];

/** Returns the task if a flag selects one. Rejects two tasks, and syntax of another task. */
export function parseSchemaTask(
  given: FlagTokens,
  errors: UsageErrors,
  command: 'graphql' | 'openapi' = 'graphql',
): SchemaTask | undefined {
  const named = purposes.filter(name => given.has(name));
  const [first, second] = named.filter(name => !(name === 'query' && given.has('pick')));
  if (first !== undefined && second !== undefined)
    errors.add(`--${first} and --${second} cannot be combined.`, 'Run them one after the other.');
  const task = taskOf(given, errors, command);
  const isOverview = command === 'openapi' && first === undefined;
  if (given.has('format') && !isOverview && (task === undefined || task.kind === 'validate')) {
    const wanted = orList(['--find', '--to', '--describe', '--diff-schema']);
    errors.add(
      `--format applies only to ${wanted}.`,
      'Use --print-schema=json for a schema as JSON, or --report json for the results of --validate.',
    );
  }
  const files = command === 'graphql' ? 'queries/' : 'requests/';
  const form = `Usage: apiclient ${command} URL --validate ${files} --report junit=FILE`;
  if (given.has('report') && task?.kind !== 'validate' && task?.kind !== 'diff')
    errors.add('--report requires --validate or --diff-schema.', form);
  else if (given.all('report').some(each => /^(?:html|github)/.test(each)))
    errors.add('The results of --validate and --diff-schema can be reported as tap, junit or json.', form);
  else if (given.has('report') && given.has('format'))
    errors.add('--format and --report cannot be combined.', 'Usage: --report json');
  return task;
}

/** A file, a URL, or `cached`. */
export function schemaPlace(text: string, flag: string, errors: UsageErrors): string {
  return namesSchemaUrl(text) ? absoluteUrl(text, flag, ['http', 'https'], errors) : path(text, flag, errors);
}

function taskOf(given: FlagTokens, errors: UsageErrors, command: 'graphql' | 'openapi'): SchemaTask | undefined {
  const text = (name: FlagName, what: string, like: string): string | undefined => {
    const value = given.last(name);
    if (value?.trim() === '') errors.add(`--${name} needs ${what}.`, `Usage: --${name} ${like}`);
    return value;
  };
  const json = given.last('format') === 'json';
  const words = text('find', 'words', "'user name'");
  if (words !== undefined) return { kind: 'find', words, json };
  const example = command === 'graphql' ? 'Product' : "'GET /pets/{petId}'";
  const from = text('from', 'a type, a field or an operation', example);
  const to = text('to', 'a type, a field or an operation', example);
  if (to !== undefined) return { kind: 'ways', from, to, json };
  if (from !== undefined) errors.add('--from needs --to.', `Add the other end: --from ${from} --to NAME`);
  const name =
    command === 'graphql'
      ? text('describe', 'a name: a path, Type, Type.field or @directive', 'Query.user')
      : text('describe', 'a name: an operation or a schema', "'GET /pets/{petId}'");
  if (name !== undefined) return { kind: 'describe', name, json };
  const old = text('diff-schema', 'a file, a URL, or the word cached', 'old.graphql');
  if (old !== undefined) {
    const reports = json ? [{ format: 'json' } as const] : parseReports(given, errors);
    return { kind: 'diff', old: schemaPlace(old, '--diff-schema', errors), reports };
  }
  const patterns = given.all('validate');
  if (patterns.length === 0) return undefined;
  if (patterns.includes(''))
    errors.add('--validate needs a file, a folder or a pattern.', 'Usage: --validate queries/');
  return { kind: 'validate', patterns, reports: parseReports(given, errors) };
}
