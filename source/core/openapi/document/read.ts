/** Parses the JSON or YAML text of a description into nodes, within limits. The text is untrusted. */

import { CORE_SCHEMA, load, Type, YAMLException } from 'js-yaml';
import { member, setMember, textIn } from '../../json/loose.js';
import { jsonProblem } from '../../json/read.js';
import { isProblem } from '../../problem.js';
import { positionAt } from '../../text/position.js';
import { type Problem, placeBelow } from './node.js';

/** Maximum length of a text in UTF-16 units. */
export const maxText = 64 * 1024 * 1024;
/** Maximum depth. Deeper nodes are cut off and reported. */
export const maxDepth = 200;
/** Maximum number of nodes, more than 64 MiB of text can contain. */
const maxNodes = 10_000_000;
/** Maximum number of nodes repeated by aliases, because a few lines of YAML can expand to billions. */
const maxRepeated = 200_000;

/** A text that could not be read. `line` and `column` are one-based. */
export interface UnreadText {
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
}

/** Nodes of a text: finite, acyclic and of limited depth. */
interface ReadText {
  readonly root: unknown;
  readonly problems: readonly Problem[];
}

/** Parses JSON, or YAML 1.2 if the text does not start like JSON. */
export function readNodes(text: string): ReadText | UnreadText {
  if (text.length > maxText) return { problem: 'it exceeds 64 MiB' };
  const parsed = /^[\s\ufeff]*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
  return isProblem(parsed) ? parsed : bounded(parsed.root);
}

function parseJson(text: string): { readonly root: unknown } | UnreadText {
  const source = text.replace(/^\ufeff/, '');
  try {
    return { root: JSON.parse(source) as unknown };
  } catch {
    const yaml = parseYaml(source);
    if (!isProblem(yaml)) return yaml;
    const wrong = jsonProblem(source);
    return wrong === undefined ? yaml : { problem: wrong.problem, ...positionAt(source, wrong.offset) };
  }
}

/** Parser options. They include limits that the package's types lack. */
const schema = CORE_SCHEMA.extend({
  implicit: [new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (key: unknown) => key === '<<' })],
  explicit: ['!', 'tag:yaml.org,2002:'].flatMap(tag =>
    (['scalar', 'sequence', 'mapping'] as const).map(
      kind => new Type(tag, { kind, multi: true, construct: (data: unknown) => data }),
    ),
  ),
});

/** Options including limits, which the package's types lack. Of several members with the same name, the last one counts. */
const yamlOptions = { schema, json: true, maxDepth, maxTotalMergeKeys: 1_000_000 };

/**
 * Uses js-yaml 4, because version 5 rejects syntax that most parsers accept and real descriptions contain: a closing bracket
 * indented like the key of its list (Docker Engine), and a continued string that is not indented (Podman).
 */
function parseYaml(text: string): { readonly root: unknown } | UnreadText {
  try {
    return { root: load(text, yamlOptions) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' };
    if (!(error instanceof YAMLException)) throw error;
    const { mark } = error;
    const position = mark && { line: mark.line + 1, column: mark.column + 1 };
    return { problem: error.reason ?? 'it is not YAML', ...position };
  }
}

type Holder = Record<string, unknown> | unknown[];

/** Cuts off nodes that are too deep and copies the nodes of every alias. Not recursive. */
function bounded(root: unknown): ReadText | UnreadText {
  const problems: Problem[] = [];
  const seen = new Set<object>();
  let [nodes, repeated] = [0, 0];
  const work: { readonly holder: Holder; readonly depth: number; readonly pointer: () => string }[] = [];
  const put = (holder: Holder, key: string, value: unknown): void => {
    if (Array.isArray(holder)) holder[Number(key)] = value;
    else setMember(holder, key, value);
  };
  const top: Holder = [root];
  work.push({ holder: top, depth: -1, pointer: () => '#' });
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { holder, depth, pointer } = next;
    for (const key of Object.keys(holder)) {
      const value = (holder as Record<string, unknown>)[key];
      if (++nodes > maxNodes) return { problem: `it expands to more than ${maxNodes} values` };
      if (typeof value !== 'object' || value === null) continue;
      const at = depth < 0 ? pointer : () => placeBelow(pointer(), key);
      if (depth >= maxDepth) {
        problems.push({ place: at(), text: 'Deeper levels are omitted.' });
        put(holder, key, null);
        continue;
      }
      const child = (seen.has(value) ? copied(value) : value) as Holder;
      if (child !== value && ++repeated > maxRepeated)
        return { problem: `its aliases expand to more than ${maxRepeated} values` };
      seen.add(child);
      if (child !== value) put(holder, key, child);
      work.push({ holder: child, depth: depth + 1, pointer: at });
    }
  }
  return { root: top[0], problems: problems.slice(0, 100) };
}

/**
 * Returns the version of a description (`3.1.0`, `2.0`), which YAML may have parsed as a number. Returns undefined if the
 * document is not a description.
 */
export function versionOf(root: unknown): string | undefined {
  const named =
    textIn(root, 'openapi') ?? textIn(root, 'swagger') ?? member(root, 'swagger') ?? member(root, 'openapi');
  const version = typeof named === 'number' ? named.toFixed(1) : named;
  return typeof version === 'string' && /^[23]\.\d/.test(version) ? version : undefined;
}

const copied = (value: object): object => (Array.isArray(value) ? [...value] : { ...value });
