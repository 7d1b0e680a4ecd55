/** A parameter or body property that can be ticked, and the request to edit. */

import type { Entry } from '../../http-file/document.js';
import type { Change } from '../../text/changes.js';
import type { ValuePath } from '../../values/path.js';
import type { Alternative } from '../alternatives.js';
import { oneLine } from '../call/entry-text.js';
import type { Content, Description, NamedExample, Operation, Parameter } from '../document/types.js';
import { bareType, isJsonType } from '../media-type.js';
import { placesOf } from './head.js';
import type { Filled } from './json.js';

/** A row that can be ticked. */
export type TickTarget =
  | {
      readonly kind: 'parameter';
      readonly parameter: Parameter;
      /** Present for a member of a parameter that is written as JSON, or for an alternative of its schema. */
      readonly member?: { readonly path: ValuePath; readonly schema: unknown; readonly alternative?: Alternative };
    }
  | {
      readonly kind: 'property';
      readonly content: Content;
      readonly path: ValuePath;
      readonly schema: unknown;
      /** Present if the row is an alternative of `schema`; a tick then switches the value to it. */
      readonly alternative?: Alternative;
      /** Present if the row is an example of the body; a tick then replaces the body with it. */
      readonly example?: NamedExample;
    };

/** Returns the schema of the value that a tick sets. */
export const schemaOf = (target: TickTarget): unknown =>
  target.kind === 'property'
    ? (target.alternative?.schema ?? target.schema)
    : (target.member?.alternative?.schema ?? target.member?.schema ?? target.parameter.schema);

/** The request to edit. */
export interface Ticking {
  readonly description: Description;
  readonly operation: Operation;
  readonly text: string;
  readonly entry: Entry;
  /** Containers filled in this request. Edits return an updated map. */
  readonly filled: Filled;
}

/** An edit of the text, and the body containers that it filled. */
export interface Ticked {
  readonly change: Change;
  readonly filled: Filled;
}

/** Message for a target that cannot be removed. */
export const notThere = 'It is not in the request.';

/** Returns true for a single `{{name}}`, which a user can type instead of a value. */
export const isName = (text: string): boolean => /^\{\{[\w.%$ -]+\}\}$/.test(text);

/** Makes text from a description safe for a header line. */
export const plainLine = (text: string): string => (isName(text) ? text : oneLine(text));

/** Returns true if the request sends its body as this type. */
export function isSent({ text, entry }: Pick<Ticking, 'text' | 'entry'>, { mediaType }: Content): boolean {
  const line = placesOf(text, entry).headers.get('content-type');
  const named = line === undefined ? undefined : bareType(text.slice(line.from, line.to).replace(/^[^:]*:/, ''));
  const isRange = mediaType.includes('*') && named === 'application/octet-stream';
  return named === undefined ? isJsonType(mediaType) : isRange || named === bareType(mediaType);
}

/** A target in the URL or the head. */
export type ParameterTarget = TickTarget & { readonly kind: 'parameter' };

/** A target in the body. */
export type PropertyTarget = TickTarget & { readonly kind: 'property' };
