/** Reads an operation of a document: its parameters, bodies, responses and credentials. */
import { entriesIn, isObject, type Loose, listIn, member, textIn, textsIn } from '../../json/loose.js';
import { isToken } from '../../request/header-option.js';
import { resolve } from './node.js';
import { readServers } from './servers.js';
import type {
  Content,
  DescribedResponse,
  Encoding,
  NamedExample,
  Operation,
  Parameter,
  ParameterPlace,
  RequestBody,
  Requirement,
  Server,
  Style,
} from './types.js';
import { bodyOfParameters } from './upgrade.js';

/** Parts of a document shared by its operations. */
export interface Surroundings {
  readonly root: Loose;
  readonly servers: readonly Server[];
  /** Reports an unreadable part. */
  report(pointer: string, text: string): void;
}

/** @param item path item that contains the operation; its parameters and servers apply too */
export function readOperation(
  whole: Pick<Operation, 'method' | 'path' | 'pointer'>,
  node: Loose,
  item: Loose,
  around: Surroundings,
): Operation {
  const typed = [...listIn(item, 'parameters'), ...listIn(node, 'parameters')].map(each => resolve(around.root, each));
  const body = member(node, 'requestBody') ?? bodyOfParameters(typed.map(each => each.node));
  const security = member(node, 'security') === undefined ? around.root : node;
  const requirements = listIn(security, 'security').map(readRequirement);
  const servers = [readServers(node), readServers(item), around.servers].find(each => each.length > 0) ?? [];
  return {
    ...whole,
    id: textIn(node, 'operationId') || undefined,
    tags: textsIn(node, 'tags'),
    summary: textIn(node, 'summary') ?? textIn(item, 'summary') ?? '',
    description: textIn(node, 'description') ?? '',
    deprecated: member(node, 'deprecated') === true,
    parameters: readParameters(whole, typed, around),
    body: body === undefined ? undefined : readBody(body, whole.pointer, around),
    responses: readResponses(member(node, 'responses'), around),
    security: requirements.length > 0 ? requirements : headerLogin(typed.map(each => each.node)),
    servers,
  };
}

const readRequirement = (node: unknown): Requirement =>
  entriesIn(node).map(([scheme]) => [scheme, textsIn(node, scheme)] as const);

/** Returns the login of an operation that describes it only as a parameter for the header Authorization. */
function headerLogin(parameters: readonly unknown[]): readonly Requirement[] {
  const header = parameters.findLast(
    each => textIn(each, 'in') === 'header' && /^authorization$/i.test(textIn(each, 'name') ?? ''),
  );
  if (header === undefined) return [];
  const requirement: Requirement = [['Authorization', []]];
  return member(header, 'required') === true ? [requirement] : [requirement, []];
}

function readParameters(
  { path, pointer }: Pick<Operation, 'path' | 'pointer'>,
  typed: readonly ReturnType<typeof resolve>[],
  around: Surroundings,
): readonly Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const { node: parameter, ref } of typed) {
    const read = readParameter(parameter, around.root);
    if (read === 'reserved') continue;
    if (read?.place === 'header' && !isToken(read.name))
      around.report(`${pointer}/parameters`, `"${read.name}" is not a header name.`);
    else if (read) byName.set(keyOf(read), read);
    else
      around.report(
        `${pointer}/parameters`,
        ref === undefined ? 'This is not a parameter.' : `The reference ${ref} does not resolve to a parameter.`,
      );
  }
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) if (!byName.has(`path ${name}`)) addPathName(name);
  return [...byName.values()].filter(({ place, name }) => place !== 'path' || path.includes(`{${name}}`));

  /** Adds a name in the path that is not described there. It must be filled in, too. */
  function addPathName(name: string): void {
    const meant = [...byName.values()].find(each => isMeant(each, name, path));
    const what = meant === undefined ? 'is not described' : `is described as ${meant.name} in the ${meant.place}`;
    around.report(`${pointer}/parameters`, `The path parameter ${name} ${what}.`);
    if (meant !== undefined) byName.delete(keyOf(meant));
    byName.set(`path ${name}`, {
      deprecated: false,
      description: '',
      schema: { type: 'string' },
      ...meant,
      name,
      place: 'path',
      required: true,
      ...defaultEncoding('path'),
    });
  }
}

/** Identifies a parameter of an operation. Only header names are case-insensitive. */
const keyOf = ({ place, name }: Pick<Parameter, 'place' | 'name'>): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;

/** Returns true if a parameter describes a name in the path, but in another case or as a part of the query. */
const isMeant = ({ place, name }: Parameter, inPath: string, path: string): boolean =>
  place === 'path'
    ? name.toLowerCase() === inPath.toLowerCase() && !path.includes(`{${name}}`)
    : place === 'query' && name === inPath;

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie', 'querystring'];
// biome-ignore format: one line
const styles: readonly Style[] = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'cookie'];
/** Headers that are not parameters, because other members describe them (OpenAPI 3.1, 4.8.12.1). */
export const reservedHeaders: readonly string[] = ['accept', 'content-type', 'authorization'];

const defaultEncoding = (place: ParameterPlace): Encoding => {
  const style = place === 'path' || place === 'header' ? 'simple' : 'form';
  return { style, explode: style === 'form', allowReserved: false };
};

function readParameter(node: unknown, root: Loose): Parameter | 'reserved' | undefined {
  const name = textIn(node, 'name');
  const typed = textIn(node, 'in');
  if (typed === 'body' || typed === 'formData') return 'reserved';
  const place = places.find(each => each === typed);
  if (name === undefined || place === undefined || !isObject(node)) return undefined;
  if (place === 'header' && reservedHeaders.includes(name.toLowerCase())) return 'reserved';
  const [content] = readContent(member(node, 'content'), root);
  const example = (examplesOf(node, root)[0] ?? content?.examples[0])?.value;
  return {
    name,
    place,
    required: place === 'path' || member(node, 'required') === true,
    deprecated: member(node, 'deprecated') === true,
    description: textIn(node, 'description') ?? '',
    // Without a schema, the type may be a member of the parameter, as in Swagger 2.
    schema: content?.schema ?? member(node, 'schema') ?? (member(node, 'type') === undefined ? {} : node),
    ...readEncoding(node, place),
    mediaType: content?.mediaType,
    example,
  };
}

/** Reads the style of a parameter or of a form property, which is encoded like a query parameter. */
export function readEncoding(node: unknown, place: ParameterPlace): Encoding {
  const style = styles.find(each => each === textIn(node, 'style')) ?? defaultEncoding(place).style;
  const explode = member(node, 'explode');
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie',
    allowReserved: member(node, 'allowReserved') === true,
  };
}

/** Returns the examples of a parameter, a media type or a schema, in order. */
export function examplesOf(node: unknown, root: Loose): readonly NamedExample[] {
  const examples = followed(root, member(node, 'examples'));
  const several = Array.isArray(examples)
    ? examples.map((value: unknown, at) => ({ name: `example ${at + 1}`, key: `example ${at + 1}`, value }))
    : entriesIn(examples).flatMap(([name, typed]) => {
        const { node: media } = resolve(root, typed);
        const value = followed(root, member(media, 'value') ?? member(media, 'dataValue'));
        return value === undefined ? [] : [{ name: textIn(media, 'summary') ?? name, key: name, value }];
      });
  const example = followed(root, member(node, 'example'));
  return [...several, ...(example === undefined ? [] : [{ name: 'example', key: 'example', value: example }])];
}

/** Follows an example that is only a reference. A `$ref` that leads nowhere is the API's data. */
const followed = (root: Loose, example: unknown): unknown =>
  isObject(example) && Object.keys(example).length === 1 ? (resolve(root, example).node ?? example) : example;

function readBody(typed: unknown, pointer: string, around: Surroundings): RequestBody | undefined {
  const { node, ref } = resolve(around.root, typed);
  if (!isObject(node)) {
    const text =
      ref === undefined ? 'This is not a request body.' : `The reference ${ref} does not resolve to a request body.`;
    around.report(`${pointer}/requestBody`, text);
    return undefined;
  }
  return {
    required: member(node, 'required') === true,
    description: textIn(node, 'description') ?? '',
    content: readContent(member(node, 'content'), around.root),
  };
}

/** A media type with a control character or a brace would be another line or a placeholder in a `.http` file. */
const readContent = (node: unknown, root: Loose): readonly Content[] =>
  entriesIn(node).flatMap(([mediaType, typed]) => {
    if (/[\p{Cc}{}]/u.test(mediaType)) return [];
    const { node: content } = resolve(root, typed);
    const encoding = member(content, 'encoding');
    return {
      mediaType,
      schema: member(content, 'schema') ?? {},
      encoding: isObject(encoding) ? encoding : {},
      examples: examplesOf(content, root),
    };
  });

const readResponses = (node: unknown, { root }: Surroundings): readonly DescribedResponse[] =>
  entriesIn(node)
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, typed]) => {
      const { node: response } = resolve(root, typed);
      return {
        status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
        description: textIn(response, 'description') ?? '',
        content: readContent(member(response, 'content'), root),
      };
    });
