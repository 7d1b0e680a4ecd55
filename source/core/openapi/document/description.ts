/** Reads the operations of a document. Invalid parts are skipped and reported. */
import { withArticle } from '../../counted.js';
import { entriesIn, isObject, type Loose, member, textIn } from '../../json/loose.js';
import { componentsOf, type Problem, placeBelow, resolved } from './node.js';
import { readOperation, type Surroundings } from './operation.js';
import { brokenReferences } from './references.js';
import { readServers } from './servers.js';
import type { Description, Operation } from './types.js';
import { asThree } from './upgrade.js';

/** Methods with members of their own in a path item (OpenAPI 3.2, 4.9), in the form in which they are sent. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Maximum number of problems to report. */
const maxProblems = 200;

/** A prepared document: OpenAPI 3, with references to other documents bundled. It is cached on disk in this form. */
export interface Prepared {
  readonly root: Loose;
  /** Version specified in the document. */
  readonly version: string;
  /** Absolute URL of the document. */
  readonly source: string;
  /** Unreadable parts found so far. */
  readonly problems: readonly Problem[];
}

/** Prepares a document whose version is known. This is the expensive part of opening it. */
export function prepare(document: Loose, version: string, source: string, before: readonly Problem[] = []): Prepared {
  const { root, problems } = asThree(document, version);
  const broken = brokenReferences(root).map(
    ref => ({ place: ref, text: 'A reference points to this location, but nothing is there.' }) as const,
  );
  return { root, version, source, problems: [...before, ...problems, ...broken].slice(0, maxProblems) };
}

/** Returns the message for a node of the wrong kind. */
function isNot(kind: string, node: unknown): string {
  const ref = textIn(node, '$ref');
  return ref === undefined
    ? `This is not ${withArticle(kind)}.`
    : `The reference ${ref} does not resolve to ${withArticle(kind)}.`;
}

/** Reads a prepared document. */
export function readDescription({ root, version, source, problems: before }: Prepared): Description {
  const problems: Problem[] = [...before];
  const report = (pointer: string, text: string): void => {
    if (problems.length < maxProblems) problems.push({ place: pointer, text });
  };
  const servers = readServers(root);
  const paths = member(root, 'paths');
  if (!isObject(paths) && (paths !== undefined || member(root, 'webhooks') === undefined))
    report('#/paths', 'No paths.');
  const operations = entriesIn(paths)
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => operationsAt(path, item, { root, servers, report }));
  const info = member(root, 'info');
  return {
    root,
    version,
    source,
    title: textIn(info, 'title') ?? '',
    apiVersion: String(member(info, 'version') ?? ''),
    description: textIn(info, 'description') ?? '',
    servers,
    operations,
    schemas: componentsOf(root, 'schemas').map(([name]) => name),
    problems,
  };
}

/** Reads the operations of a path. */
function operationsAt(path: string, typed: unknown, around: Surroundings): readonly Operation[] {
  const { root, report } = around;
  const place = placeBelow('#/paths', path);
  const item = resolved(root, typed);
  if (!isObject(item)) {
    report(place, isNot('path item', typed));
    return [];
  }
  if (!path.startsWith('/')) report(place, 'A path must begin with a slash.');
  return methodsIn(item, place).flatMap(({ method, node: written, pointer }) => {
    const node = resolved(root, written);
    if (isObject(node)) return [readOperation({ method, path, pointer }, node, item, around)];
    report(pointer, isNot('operation', written));
    return [];
  });
}

/** A member of a path item that describes an operation. */
interface MethodMember {
  readonly method: string;
  readonly node: unknown;
  readonly pointer: string;
}

function methodsIn(item: Loose, place: string): readonly MethodMember[] {
  const plain = methods.map(key => ({
    method: key.toUpperCase(),
    node: member(item, key),
    pointer: placeBelow(place, key),
  }));
  const more = entriesIn(item, 'additionalOperations').map(([method, node]) => ({
    method,
    node,
    pointer: placeBelow(place, 'additionalOperations', method),
  }));
  return [...plain, ...more].filter(({ node }) => node !== undefined);
}
