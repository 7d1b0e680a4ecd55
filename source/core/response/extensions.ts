/**
 * Formats known `extensions` of a response as plain text: Apollo tracing, query cost, cache hints. Their shape is not trusted.
 */
import { isObject, type Loose, objectIn } from '../json/loose.js';
import { shapeOf, textOf } from '../json/shape.js';
import { durationText } from './sizes.js';

/** Maximum length of `extensions`. Longer ones are not read. */
const maxTextLength = 8_000_000;
/** Maximum number of resolvers in the waterfall: the slowest ones, in order of their start. */
const maxResolvers = 60;
const barCells = 40;

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Returns lines for a response, or none if it has no known extensions. */
export function extensionLines(raw: string): readonly string[] {
  const extensions = extensionsOf(raw);
  if (extensions === undefined) return [];
  return [
    ...tracing(extensions.tracing),
    ...(isObject(extensions.cost) ? ['', 'cost', ...members(extensions.cost, 1)] : []),
    ...cacheHints(isObject(extensions.cacheControl) ? extensions.cacheControl : undefined),
  ];
}

function extensionsOf(raw: string): Loose | undefined {
  const text = textOf(raw, shapeOf(raw, ['extensions'])?.members.get('extensions'));
  // Undefined also if it is nested deeper than the stack allows.
  return text === undefined || text.length > maxTextLength ? undefined : objectIn(text);
}

interface Resolver {
  readonly path: string;
  /** Nanoseconds from the start of the request. */
  readonly start: number;
  readonly duration: number;
}

/** Formats https://github.com/apollographql/apollo-tracing, in nanoseconds. */
function tracing(extension: unknown): readonly string[] {
  if (!isObject(extension)) return [];
  const total = numberIn(extension.duration);
  if (total === undefined || total <= 0) return [];
  const phases = (['parsing', 'validation'] as const).flatMap(name => spanOf(name, extension[name]));
  const list =
    isObject(extension.execution) && Array.isArray(extension.execution.resolvers) ? extension.execution.resolvers : [];
  const all = list.flatMap(each => spanOf(isObject(each) ? pathText(each.path) : '', each));
  const shown = all
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, maxResolvers)
    .sort((a, b) => a.start - b.start);
  const rows = [...phases, ...shown];
  const wide = Math.min(48, Math.max(...rows.map(({ path }) => path.length), 0));
  const rest = all.length - shown.length;
  return [
    '',
    `tracing: ${durationText(total / 1e6)} on the server`,
    ...rows.map(({ path, start, duration }) => {
      const from = Math.min(barCells - 1, Math.max(0, Math.floor((start / total) * barCells)));
      const cells = Math.min(barCells - from, Math.max(1, Math.round((duration / total) * barCells)));
      const name = path.length > wide ? `${path.slice(0, wide - 3)}...` : path.padEnd(wide);
      return `  ${name} ${durationText(duration / 1e6).padStart(8)} ${' '.repeat(from)}${'='.repeat(cells)}`;
    }),
    ...(rest > 0 ? [`  and ${rest} shorter ones`] : []),
  ];
}

function spanOf(path: string, resolver: unknown): readonly Resolver[] {
  if (!isObject(resolver)) return [];
  const start = numberIn(resolver.startOffset);
  const duration = numberIn(resolver.duration);
  return start === undefined || duration === undefined ? [] : [{ path, start, duration }];
}

const pathText = (path: unknown): string => (Array.isArray(path) ? path.map(String).join('.') : '');

/** Formats members as `requestedQueryCost  12`, with nested members below. */
function members(object: Loose, level: number): readonly string[] {
  const names = Object.keys(object).slice(0, 40);
  const wide = Math.min(40, Math.max(...names.map(name => name.length), 0));
  return names.flatMap(name => {
    const value = object[name];
    const indent = '  '.repeat(level);
    if (isObject(value)) return level > 3 ? [] : [`${indent}${name}`, ...members(value, level + 1)];
    if (Array.isArray(value)) return [`${indent}${name.padEnd(wide)}  ${value.length} entries`];
    return [`${indent}${name.padEnd(wide)}  ${String(value).slice(0, 200)}`];
  });
}

/** Formats Apollo's cache control: path, age in seconds, scope. */
function cacheHints(found: Loose | undefined): readonly string[] {
  const hints = found !== undefined && Array.isArray(found.hints) ? found.hints.filter(isObject) : [];
  if (hints.length === 0) return [];
  const rows = hints.slice(0, maxResolvers).map(hint => {
    const age = numberIn(hint.maxAge);
    return [
      pathText(hint.path) || '(all)',
      age === undefined ? '' : `${age} s`,
      typeof hint.scope === 'string' ? hint.scope.toLowerCase() : '',
    ] as const;
  });
  const wide = Math.min(48, Math.max(...rows.map(([path]) => path.length)));
  const rest = hints.length - rows.length;
  return [
    '',
    'cache hints',
    ...rows.map(([path, age, scope]) => `  ${path.padEnd(wide)} ${age.padStart(8)}  ${scope}`.trimEnd()),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
