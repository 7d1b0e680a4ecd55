/** Sources of the values for names in a file: before anything is sent, for display, and while it runs. */

import type { CheckedExchange } from '../../core/checks/exchange.js';
import { selectTarget } from '../../core/checks/select.js';
import { parseTarget } from '../../core/checks/target.js';
import { isSecretName } from '../../core/credentials/header.js';
import { isFailure } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import { variableNamed } from '../../core/http-file/dynamic.js';
import { responseName } from '../../core/http-file/graph.js';
import { fill, referencesIn, type Scope, type Value } from '../../core/http-file/variables.js';
import { rightLine, variableRight } from '../../core/rights/right.js';
import { type Secret, secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { LoadedFile, ScannedFile } from './loaded-file.js';

/** Values captured so far in the run of one file. */
export interface Learned {
  readonly captured: Map<string, Value>;
  /** By name of the request. */
  readonly responses: Map<string, CheckedExchange>;
}

/** Captured values of each collection, which all of its files share. Other files have separate ones. */
export class CollectionCaptures {
  readonly #captured = new Map<string, Map<string, Value>>();

  of({ root }: Pick<ScannedFile, 'root'>): Map<string, Value> {
    const captured = (root === undefined ? undefined : this.#captured.get(root)) ?? new Map<string, Value>();
    if (root !== undefined) this.#captured.set(root, captured);
    return captured;
  }
}

/** Key of the request that was sent for a response. */
export const requestKey = (name: string): string => `${name}\0request`;

const nameIn = (expression: string): string | undefined => {
  const name = responseName(expression);
  return name !== undefined && /^.+?\.request\./.test(expression) ? requestKey(name) : name;
};

/** The scope of a file that is being run. */
export function liveScope(
  file: ScannedFile & Partial<LoadedFile>,
  given: ReadonlyMap<string, Value>,
  environment: Environment,
  { captured, responses }: Learned,
): Scope {
  return {
    given,
    captured,
    file: file.http.variables,
    environment: file.environment,
    place: at => file.places[at],
    world: {
      now: () => environment.now(),
      random: length => environment.random(length),
      variable: name => environment.variables[name],
      dotenv: file.dotenv,
      dotenvRight: file.dotenvRight,
    },
    grants: file.grants,
    made: new Map(),
    response(expression) {
      const response = responses.get(nameIn(expression) ?? '');
      return response && partOf(response, expression);
    },
  };
}

/** Returns the target for the part after `login.response.` or `login.request.`, or after `login` in httpyac's form. */
function targetText(expression: string): string {
  const [, part, rest = ''] = /\.(?:response|request)\.(body|headers|cookies)\b\.?(.*)$/s.exec(expression) ?? [];
  const selector = part === undefined ? expression.replace(/^[\w$]+\.?/, '') : rest;
  if (part === 'headers') return `header ${selector.replace(/^\[?(["']?)(.*?)\1\]?$/s, '$2')}`;
  if (part === 'cookies') return `cookie ${selector.replace(/\.value$/, '')}`;
  if (selector === '' || selector === '*') return 'body';
  if (selector.startsWith('$')) return selector;
  return selector.startsWith('[') ? `$${selector}` : `$.${selector}`;
}

/** Returns the part of a response that an expression refers to. */
function partOf(response: CheckedExchange, expression: string): Value | undefined {
  const target = parseTarget(targetText(expression));
  const value = isFailure(target) ? undefined : selectTarget(target, response).values[0];
  return value && { text: value.text, foreign: true };
}

/**
 * The scope of a file before anything is sent: names whose values come from a response get a placeholder.
 * @param all the requests of the run, of which those before position `at` will have run by then
 * @param stand the placeholder for such a name
 */
export function scopeBefore(
  scope: Scope,
  all: readonly Entry[],
  at: number,
  stand: (expression: string) => string,
): Scope {
  const loop = all[at]?.loop;
  const loopNames = loop?.name ? ['$index', loop.name] : ['$index'];
  const item = (name: string): [string, Value] => [name, { text: stand(name) }];
  return {
    ...scope,
    ...(loop ? { loop: new Map(loopNames.map(item)) } : {}),
    response(expression) {
      const response = scope.response(expression);
      if (response) return response;
      const name = nameIn(expression)?.replace(/\0request$/, '');
      const before = all.slice(0, at);
      // A member of a value that is JSON has the name of the value in front.
      const base = /^([A-Za-z_][\w-]*)[.[]/.exec(expression)?.[1];
      const comes =
        (base !== undefined && base === loop?.name) ||
        before.some(
          each =>
            each.captures.some(capture => capture.name === expression || capture.name === base) ||
            (each.skip === undefined && each.name !== undefined && isNameOf(each, name)),
        );
      return comes ? { text: stand(expression), foreign: true } : undefined;
    },
  };
}

/** Repetitions of a request also have its name and their number. */
const isNameOf = ({ name = '', loop }: Entry, text: string | undefined): boolean =>
  text === name || (loop !== undefined && text?.startsWith(name) === true && /^\d+$/.test(text.slice(name.length)));

/** The names of requests to whose responses others refer. */
export function usedResponses(file: ScannedFile): ReadonlySet<string> {
  const texts = JSON.stringify(file.http);
  const named = [...texts.matchAll(/\{\{%?([^{}"]+?)\.(?:response|request)\./g)];
  const plain = [...texts.matchAll(/\{\{%?\s*([A-Za-z_$][\w$]*)/g)];
  const looped = file.http.entries.flatMap(({ loop }) => [...(loop?.text ?? '').matchAll(/^([A-Za-z_$][\w$]*)/g)]);
  return new Set([...named, ...plain, ...looped].map(([, name = '']) => name.trim()));
}

/** Values from `env:`, `file:` and private files, and of process variables whose name suggests a secret. */
export function secretsIn(
  files: readonly ScannedFile[],
  known: readonly ReadonlyMap<string, Value>[],
  { variables }: Environment,
): readonly Secret[] {
  const maps = files.flatMap(({ environment, places }) => [environment, ...places.flatMap(place => place ?? [])]);
  const values = [...known, ...maps].flatMap(each => [...each.values()]);
  const named = files.flatMap(file =>
    textsIn(file.http).flatMap(text =>
      referencesIn(text).flatMap(({ expression }) => {
        const name = variableNamed(expression.replace(/^[%\s]*\$/, ''));
        return name !== undefined && isSecretName(name) ? [variables[name], file.dotenv.get(name)] : [];
      }),
    ),
  );
  const secrets = [...values.flatMap(each => (each.secret && !each.isLocked ? [each.text] : [])), ...named];
  return secrets.flatMap(each => (each === undefined ? [] : [secret(each)]));
}

function textsIn(document: object): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(document, (_, value: unknown) => {
    if (typeof value === 'string' && value.includes('{{')) texts.push(value);
    return value;
  });
  return texts;
}

/** Placeholder for a value from a later response. */
export const standIn = (): string => 'x';

/** The scope for a text from the command line, where the user may name any variable. */
export function withTyped(scope: Scope, text: string): Scope {
  const typed = new Set(
    referencesIn(text).flatMap(({ expression }) => {
      const name = variableNamed(expression.slice(1));
      return name === undefined ? [] : [rightLine(variableRight(name))];
    }),
  );
  const { grants } = scope;
  return grants ? { ...scope, grants: right => typed.has(rightLine(right)) || grants(right) } : scope;
}

/** Fills in names in the header values of flags. Returns the flags and the names without a value. */
export function filledHeaders(flags: readonly string[], scope: Scope, at: number) {
  const missing: string[] = [];
  const words = flags.map(word => {
    const [, before, value] = /^(--header=[^:;@{}]+:)([\s\S]*\{\{[\s\S]*)$/.exec(word) ?? [];
    if (before === undefined || value === undefined) return word;
    const filled = fill(value, withTyped(scope, value), at);
    missing.push(...filled.missing);
    return before + filled.text;
  });
  return { words, missing };
}
