/** Fields and bodies of raw bytes, and the content types of the parts of a form. */
import { member, textIn } from '../../json/loose.js';
import { isBinaryType } from '../../response/content-kind.js';
import type { Content } from '../document/types.js';
import { matchesType } from '../media-type.js';
import { itemSchema, keywordOf, shapeOf } from '../schema.js';

/** Returns true for a schema of raw bytes: `format: binary`, or since OpenAPI 3.1 a media type without an encoding. */
export function isBinary(root: unknown, schema: unknown): boolean {
  const shape = shapeOf(root, itemSchema(root, schema));
  const isMedia = typeof keywordOf(shape, 'contentMediaType') === 'string';
  return shape.format === 'binary' || (isMedia && keywordOf(shape, 'contentEncoding') === undefined);
}

/** Returns true for a body that can only be sent from a file. */
export const sendsFile = (root: unknown, { mediaType, schema, examples }: Content): boolean =>
  isBinary(root, schema) || (examples.length === 0 && isBinaryType(mediaType.toLowerCase()));

/**
 * Returns the content type of a part: from `encoding`, otherwise from its schema. Undefined if neither names exactly one, so
 * that the name of the file decides.
 * @param typeOfName content type by the name of the file
 */
export function partType(
  root: unknown,
  name: string,
  schema: unknown,
  encoding: unknown,
  typeOfName?: string,
): string | undefined {
  const types = (textIn(member(encoding, name), 'contentType') ?? '').split(',').map(each => each.trim());
  if (typeOfName !== undefined && types.some(each => each !== '' && matchesType(each, typeOfName))) return typeOfName;
  const exact = types.find(each => each !== '' && !each.includes('*'));
  if (exact !== undefined) return exact;
  const shape = shapeOf(root, schema);
  const inner = shape.types.includes('array') ? shapeOf(root, shape.items) : shape;
  const mediaType = keywordOf(inner, 'contentMediaType');
  return typeof mediaType === 'string' && !mediaType.includes('*') ? mediaType : undefined;
}
