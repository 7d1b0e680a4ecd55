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

/** An object or list whose members are to be visited. */
interface Visit {
  readonly holder: Holder;
  /** Depth of the holder, or -1 for the list that contains only the root. */
  readonly depth: number;
  readonly pointer: () => string;
}

/** Cuts off nodes that are too deep and copies the nodes of every alias. Not recursive. */
function bounded(root: unknown): ReadText | UnreadText {
  const top: Holder = [root];
  const bounds = new Bounds();
  const work: Visit[] = [{ holder: top, depth: -1, pointer: () => '#' }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const problem = bounds.visit(next, work);
    if (problem !== undefined) return { problem };
  }
  return { root: top[0], problems: bounds.problems.slice(0, 100) };
}

class Bounds {
  /** Nodes that were cut off. */
  readonly problems: Problem[] = [];
  readonly #seen = new Set<object>();
  #nodes = 0;
  #repeated = 0;

  /** Visits the members of a holder, and adds visits of their members. Returns a message if a limit is exceeded. */
  visit({ holder, depth, pointer }: Visit, work: Visit[]): string | undefined {
    for (const key of Object.keys(holder)) {
      const value = (holder as Record<string, unknown>)[key];
      if (++this.#nodes > maxNodes) return `it expands to more than ${maxNodes} values`;
      if (typeof value !== 'object' || value === null) continue;
      const at = depth < 0 ? pointer : () => placeBelow(pointer(), key);
      if (depth >= maxDepth) {
        this.problems.push({ place: at(), text: 'Deeper levels are omitted.' });
        setIn(holder, key, null);
        continue;
      }
      const child = this.#ownNode(holder, key, value);
      if (this.#repeated > maxRepeated) return `its aliases expand to more than ${maxRepeated} values`;
      work.push({ holder: child, depth: depth + 1, pointer: at });
    }
    return undefined;
  }

  /** Returns a node, which is replaced with a copy if it was visited before. */
  #ownNode(holder: Holder, key: string, node: object): Holder {
    if (!this.#seen.has(node)) {
      this.#seen.add(node);
      return node as Holder;
    }
    const copy: object = Array.isArray(node) ? [...node] : { ...node };
    this.#repeated++;
    this.#seen.add(copy);
    setIn(holder, key, copy);
    return copy as Holder;
  }
}

function setIn(holder: Holder, key: string, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else setMember(holder, key, value);
}

/**
 * Returns the version of a description (`3.1.0`, `2.0`), which YAML may have parsed as a number. Returns undefined if the
 * document is not a description, or of an unsupported version.
 */
export function versionOf(root: unknown): string | undefined {
  const version = namedVersion(root);
  return version !== undefined && /^[23]\.\d/.test(version) ? version : undefined;
}

/** Returns an unsupported version of a description, such as `OpenAPI 4.0.0` or `Swagger 1.2`. */
export function unsupportedVersionOf(root: unknown): string | undefined {
  const version = namedVersion(root);
  if (version === undefined || !/^\d+\.[\w.+-]{1,20}$/.test(version)) return undefined;
  return `${member(root, 'openapi') === undefined ? 'Swagger' : 'OpenAPI'} ${version}`;
}

function namedVersion(root: unknown): string | undefined {
  const named =
    textIn(root, 'openapi') ?? textIn(root, 'swagger') ?? member(root, 'swagger') ?? member(root, 'openapi');
  if (typeof named === 'number') return named.toFixed(1);
  return typeof named === 'string' ? named : undefined;
}
