/** Checks a response against its description. */

import { parsedJson } from '../../json/loose.js';
import { isBinary } from '../call/binary.js';
import type { DescribedResponse, Description, Operation } from '../document/types.js';
import { isJsonType, matchesType } from '../media-type.js';
import { misfits, pathText } from './json-schema.js';

/** The parts of a response that are checked. */
interface CameBack {
  readonly status: number;
  readonly contentType?: string;
  /** Text of the body; absent if it was not read completely. */
  readonly body?: string;
}

/** Returns the described response for a status: the exact status, its range, or the default. */
function responseFor({ responses }: Operation, status: number): DescribedResponse | undefined {
  const named = (name: string): DescribedResponse | undefined => responses.find(each => each.status === name);
  return named(String(status)) ?? named(`${String(status)[0]}XX`) ?? named('default');
}

/** Returns the schema of the JSON body for a status, or undefined if none is described. */
export const responseSchema = (operation: Operation, status: number): unknown =>
  responseFor(operation, status)?.content.find(({ mediaType }) => isJsonType(mediaType))?.schema;

/** A deviation from the description. */
interface ResponseMisfit {
  /** A clause such as `the status 500 is not described`. */
  readonly text: string;
  /** Path in the body, from its root. */
  readonly path?: readonly string[];
}

/** Returns the deviations from the description, or an empty list if there are none. */
export function responseMisfits(
  description: Description,
  operation: Operation,
  came: CameBack,
): readonly ResponseMisfit[] {
  const { status, contentType, body } = came;
  const described = responseFor(operation, status);
  if (described === undefined) {
    const statuses = operation.responses.map(each => each.status).join(', ');
    return [{ text: `the status ${status} is not described${statuses === '' ? '' : ` (there is ${statuses})`}` }];
  }
  if (described.content.length === 0 || body === '' || contentType === undefined) return [];
  const content =
    described.content.find(({ mediaType }) => matchesType(mediaType, contentType)) ??
    (isJsonType(contentType) ? described.content.find(({ mediaType }) => isJsonType(mediaType)) : undefined);
  if (content === undefined) {
    const types = described.content.map(({ mediaType }) => mediaType).join(', ');
    return [{ text: `the type ${contentType} is not described for ${status} (there is ${types})` }];
  }
  // A file may be JSON of any shape.
  if (body === undefined || !isJsonType(contentType) || isBinary(description.root, content.schema)) return [];
  const value = parsedJson(body);
  if (value === undefined) return [{ text: 'the body is not JSON' }];
  return misfits(description, content.schema, value, 'response').map(({ path, text }) => ({
    text: `${path.length === 0 ? 'the body' : pathText(path)} ${text}`,
    path,
  }));
}
