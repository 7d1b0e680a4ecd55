/** Builds each operation of a description from example values, and validates the request with ajv. */

import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isEmptyObject, member } from '../../../source/core/json/loose.js';
import { parseRaw, type RawValue } from '../../../source/core/json/raw.js';
import { chooseContent } from '../../../source/core/openapi/call/arguments.js';
import { bodyExample, validatorOf } from '../../../source/core/openapi/call/body-example.js';
import { type BuiltRequest, buildRequest } from '../../../source/core/openapi/call/build-request.js';
import { exampleOfParameter } from '../../../source/core/openapi/call/example.js';
import { nodeAt, placeBelow, resolve } from '../../../source/core/openapi/document/node.js';
import { chooseServer } from '../../../source/core/openapi/document/servers.js';
import type { Description, Operation } from '../../../source/core/openapi/document/types.js';
import { matchPath, titleOf } from '../../../source/core/openapi/look-up.js';
import { isJsonType } from '../../../source/core/openapi/media-type.js';

const raw = (value: unknown): RawValue => {
  const read = parseRaw(JSON.stringify(value ?? null));
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
};

/** The request of an operation with a value for everything required. */
export function exampleRequest(
  description: Description,
  operation: Operation,
  server = chooseServer(description, operation) ?? 'http://x',
): BuiltRequest & { readonly value?: unknown } {
  const { root } = description;
  const isValid = validatorOf(description);
  const content = operation.body && chooseContent(description.root, operation);
  const value = content && bodyExample(description, content).value;
  const parameters = new Map(
    operation.parameters
      .filter(each => each.required)
      .map(each => [each, raw(exampleOfParameter(root, each, isValid))] as const),
  );
  const values = { parameters, files: [], problems: [], ...(content ? { body: raw(value) } : {}) };
  const built = buildRequest(description, operation, server, content, values);
  return { ...built, ...(content ? { value } : {}) };
}

type Judged = { readonly name: string; readonly problems: readonly string[] };

/** ajv over the upgraded document: it shares neither schemas nor validator with the program. */
export function judgeOf(description: Description): (operation: Operation) => Judged {
  const copy = structuredClone(description.root);
  const whole = (description.version.startsWith('3.1') || description.version.startsWith('3.2')
    ? copy
    : upgradeFromThreeToThreeOne({ ...copy, openapi: '3.0.3' } as never)) as unknown as Record<string, unknown>;
  const ajv = new Ajv2020.default({
    strict: false,
    validateFormats: true,
    validateSchema: false,
    logger: false,
    unicodeRegExp: false,
  });
  addFormats.default(ajv);
  ajv.addSchema({ ...(withoutIds(whole) as object), $id: 'https://doc.invalid/' } as object);
  const valid = (pointer: string, value: unknown): readonly string[] => {
    const isValid = ajv.compile({ $ref: `https://doc.invalid/${encodeURI(pointer)}` });
    return isValid(value) ? [] : (isValid.errors ?? []).map(each => `${pointer}${each.instancePath} ${each.message}`);
  };
  return operation => {
    const built = exampleRequest(description, operation);
    const problems = [...built.problems];
    const examples = operation.body && chooseContent(description.root, operation)?.examples;
    if (examples?.some(({ value }) => !isEmptyObject(value)) && isEmptyObject(built.value ?? {}))
      problems.push('The body is empty, although the description has an example.');
    if (built.mediaType !== undefined && isJsonType(built.mediaType) && built.body?.kind === 'text') {
      const body = JSON.parse(built.body.text);
      const requestBody = resolve(whole, { $ref: placeBelow(operation.pointer, 'requestBody') });
      const at = requestBody.ref ?? placeBelow(operation.pointer, 'requestBody');
      const pointer = placeBelow(at, 'content', built.mediaType, 'schema');
      if (nodeAt(whole, pointer) !== undefined) problems.push(...valid(pointer, body));
    }
    const url = new URL(built.url);
    const server = chooseServer(description, operation) ?? 'http://x';
    const path = matchPath(operation.path, built.url.slice(server.length).replace(/\?[^#]*/, ''));
    if (path === undefined) problems.push(`${built.url} is not ${operation.path}`);
    for (const parameter of operation.parameters) {
      const text =
        parameter.place === 'path'
          ? path?.get(parameter.name)
          : parameter.place === 'query'
            ? url.searchParams.get(parameter.name)
            : undefined;
      if (text === undefined || text === null || parameter.style !== (parameter.place === 'path' ? 'simple' : 'form'))
        continue;
      const type = member(parameter.schema, 'type');
      if (!['string', 'integer', 'number', 'boolean'].includes(type as string)) continue;
      const plain = parameter.place === 'path' ? decodeURIComponent(text) : text;
      const found = ajv.compile(parameterSchema(parameter.schema));
      if (!found(type === 'string' ? plain : JSON.parse(plain)))
        problems.push(`${parameter.name}=${plain}: ${ajv.errorsText(found.errors)}`);
    }
    return { name: titleOf(operation), problems };
  };
}

/** Converts a simple OpenAPI 3.0 schema to 2020-12. */
const parameterSchema = (schema: unknown): object => {
  const {
    exclusiveMinimum: _low,
    exclusiveMaximum: _high,
    example: _,
    nullable: __,
    ...rest
  } = schema as Record<string, unknown>;
  return rest;
};

/** ajv would treat `id` members of examples, and schemas' own IDs, as positions in the document. */
const withoutIds = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutIds);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) =>
          !(key === '$id' || (key === 'id' && typeof value === 'string')) && !/^(?:examples?|nullable)$/.test(key),
      )
      .map(([key, value]) => [key, withoutIds(value)]),
  );
};
