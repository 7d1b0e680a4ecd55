/** Serializes values for parameters and forms according to their styles (OpenAPI 3.2, 4.12.3 to 4.12.6). */
import { isRawNumber, isRawObject, printRaw, type RawValue } from '../../json/raw.js';
import { encodeQuery } from '../../request/url.js';
import type { Encoding, Parameter, Style } from '../document/types.js';
import { isJsonType } from '../media-type.js';

/** A percent-encoded name and value. */
export type EncodedPair = readonly [name: string, value: string];

/** Returns the unencoded text of a value. Nested objects and lists are JSON. */
export const plainText = (value: RawValue): string => {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return isRawNumber(value) ? value.number : printRaw(value);
};

/** Returns the text of a value in a media type, which is JSON except for texts of other types. */
const contentText = (mediaType: string, value: RawValue): string =>
  isJsonType(mediaType) ? printRaw(value) : plainText(value);

/** Encodes a query value with `allowReserved`. Reserved characters are preserved unless they would end the value. */
const encodeReserved = (text: string): string =>
  encodeQuery(text).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|5B|5D)/g, match => decodeURIComponent(match));

const encoderOf = ({ allowReserved }: Pick<Encoding, 'allowReserved'>): ((text: string) => string) =>
  allowReserved ? encodeReserved : encodeQuery;

/** Returns the names and values of an object, the values of a list, or any other value by itself. */
const parts = (value: RawValue, join: string, encode: (text: string) => string): readonly string[] => {
  if (Array.isArray(value)) return value.map(each => encode(plainText(each)));
  if (isRawObject(value)) return [...value].map(([name, each]) => `${encode(name)}${join}${encode(plainText(each))}`);
  return [encode(plainText(value))];
};

/** Returns the percent-encoded value of a path parameter. */
export function pathText(parameter: Pick<Parameter, 'name' | keyof Encoding | 'mediaType'>, value: RawValue): string {
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== undefined) return encodeQuery(contentText(mediaType, value));
  const encode = encoderOf(parameter);
  const isObject = isRawObject(value);
  if (style === 'matrix') {
    if (!Array.isArray(value) && !isObject) return `;${name}${value === '' ? '' : `=${encode(plainText(value))}`}`;
    if (explode)
      return parts(value, '=', encode)
        .map(each => `;${isObject ? each : `${name}=${each}`}`)
        .join('');
    return `;${name}=${parts(value, ',', encode).join(',')}`;
  }
  const text = parts(value, explode ? '=' : ',', encode);
  return style === 'label' ? `.${text.join(explode ? '.' : ',')}` : text.join(',');
}

/** Returns the percent-encoded pairs of a query parameter or form property. */
export function queryPairs(
  parameter: Pick<Parameter, 'name' | keyof Encoding | 'mediaType'>,
  value: RawValue,
): readonly EncodedPair[] {
  const { name, style, explode, mediaType } = parameter;
  const encode = encoderOf(parameter);
  const key = encodeQuery(name);
  if (mediaType !== undefined) return [[key, encode(contentText(mediaType, value))]];
  if (style === 'deepObject' && (isRawObject(value) || Array.isArray(value)))
    return [...deepPairs(name, value, encode)];
  if (explode && Array.isArray(value)) return value.map(each => [key, encode(plainText(each))] as const);
  // A list in an object has no standard form. Frameworks such as Spring expect its items as separate parameters.
  if (explode && isRawObject(value))
    return [...value].flatMap(([each, inner]) =>
      (Array.isArray(inner) ? inner : [inner]).map(item => [encodeQuery(each), encode(plainText(item))] as const),
    );
  const separator = separators[style] ?? ',';
  return [[key, parts(value, separator, encode).join(separator)]];
}

/** Separators between list items, and between the names and values of an object. */
const separators: Partial<Record<Style, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/**
 * Yields pairs such as `filter[a][b]=1`, or `filter[0]=1` for a list, which servers with PHP or Rails form parsing accept. The
 * brackets are percent-encoded (OpenAPI 3.0.4 and 3.1.1, style examples).
 */
function* deepPairs(name: string, value: RawValue, encode: (text: string) => string): Generator<EncodedPair> {
  const entries = isRawObject(value)
    ? [...value]
    : (value as RawValue[]).map((each, at) => [String(at), each] as const);
  for (const [key, each] of entries) {
    const whole = `${name}[${key}]`;
    if (isRawObject(each) || Array.isArray(each)) yield* deepPairs(whole, each, encode);
    else yield [encodeQuery(whole), encode(plainText(each))];
  }
}

/** Returns the unencoded value of a header. */
export function headerText({ explode, mediaType }: Pick<Parameter, 'explode' | 'mediaType'>, value: RawValue): string {
  if (mediaType !== undefined) return contentText(mediaType, value);
  return parts(value, explode ? '=' : ',', text => text).join(',');
}
