/** Alternatives of a schema (`oneOf`, `anyOf`, `discriminator`): their names, and which one a value is. */
import { entriesIn, isObject, listIn, member, textIn } from '../json/loose.js';
import { resolve } from './document/node.js';
import { identityOf, nameOfRef, type Shape, shapeOf } from './schema.js';

/** One alternative of a schema. */
export interface Alternative {
  /** Title, discriminator value, `$ref` name, distinguishing property or type. Untrusted text. */
  readonly name: string;
  readonly schema: unknown;
  readonly kind: 'one of' | 'any of';
  /** Property that names the alternative, and its value for this one. */
  readonly discriminator?: { readonly property: string; readonly value: string };
}

/** Returns the alternatives of a schema in order, with distinct names. */
export function alternativesOf(root: unknown, { parts, choices, node }: Shape): readonly Alternative[] {
  const ownDiscriminator = parts.map(part => member(part, 'discriminator')).find(isObject);
  const schemas =
    choices.length > 0 || ownDiscriminator === undefined ? choices : mappedSchemas(root, node, ownDiscriminator);
  if (schemas.length === 0) return [];
  const exclusive = new Set(parts.flatMap(part => listIn(part, 'oneOf')));
  const shapes = schemas.map(schema => shapeOf(root, schema));
  const usedNames = new Set<string>();
  return schemas.map((schema, at) => {
    const shape = shapes[at] ?? shapeOf(root, schema);
    const discriminator = discriminatorOf(root, schema, shape, ownDiscriminator);
    const others = shapes.filter(each => each !== shape);
    const candidates = [shape.title, discriminator?.value, shape.name, distinguishing(shape, others), typeName(shape)];
    const name =
      candidates.find(each => each !== undefined && each !== '' && !usedNames.has(each)) ?? `alternative ${at + 1}`;
    usedNames.add(name);
    const kind = exclusive.has(schema) || choices.length === 0 ? 'one of' : 'any of';
    return { name, schema, kind, discriminator };
  });
}

/** Returns the alternatives with members or a type. Others only constrain the value, such as its required members. */
export const visibleAlternatives = (root: unknown, shape: Shape): readonly Alternative[] =>
  alternativesOf(root, shape).filter(({ schema }) => {
    const { properties, types, values, choices } = shapeOf(root, schema);
    return properties.length > 0 || types.length > 0 || values.length > 0 || choices.length > 0;
  });

/** Returns the schemas that a discriminator without `oneOf` maps to, unless the schema inherits it. */
function mappedSchemas(root: unknown, node: unknown, discriminator: unknown): readonly unknown[] {
  const base = resolve(root, node).node;
  if (member(base, 'discriminator') !== discriminator) return [];
  const targets = new Set(entriesIn(discriminator, 'mapping').map(([, target]) => refOf(String(target))));
  return [...targets]
    .map($ref => ({ $ref }))
    .filter(each => isObject(resolve(root, each).node) && resolve(root, each).node !== base);
}

/** Returns a mapping's target as a reference. It may be the name of a component. */
const refOf = (target: string): string => (target.includes('/') ? target : `#/components/schemas/${target}`);

function discriminatorOf(root: unknown, schema: unknown, shape: Shape, own: unknown): Alternative['discriminator'] {
  const discriminator = own ?? shape.parts.map(part => member(part, 'discriminator')).find(isObject);
  const property = textIn(discriminator, 'propertyName');
  if (property === undefined) return undefined;
  const target = identityOf(root, schema);
  const mapped = entriesIn(discriminator, 'mapping').find(
    ([, each]) => typeof each === 'string' && resolve(root, { $ref: refOf(each) }).node === target,
  );
  const describedProperty = shape.properties.find(({ name }) => name === property);
  const values = describedProperty === undefined ? [] : shapeOf(root, describedProperty.schema).values;
  const only = values.length === 1 && typeof values[0] === 'string' ? values[0] : undefined;
  const ref = textIn(schema, '$ref');
  const value = mapped?.[0] ?? only ?? (ref === undefined ? undefined : nameOfRef(ref));
  return value === undefined ? undefined : { property, value };
}

/** Returns a property that only this alternative has, a required one if possible. */
function distinguishing({ properties }: Shape, others: readonly Shape[]): string | undefined {
  const otherNames = new Set(others.flatMap(each => each.properties.map(({ name }) => name)));
  const uniqueProperties = properties.filter(({ name }) => !otherNames.has(name));
  return (uniqueProperties.find(({ required }) => required) ?? uniqueProperties[0])?.name;
}

const typeName = ({ types, format, values, items }: Shape): string | undefined => {
  if (values.length > 0)
    return values
      .map(each => JSON.stringify(each))
      .join(' | ')
      .slice(0, 40);
  if (types.length === 0) return items === undefined ? undefined : 'array';
  return `${types.join(' | ')}${format === undefined ? '' : ` (${format})`}`;
};

/** Returns the alternative that a value is, or undefined if it could be none of them. */
export function chosenAlternative(
  root: unknown,
  alternatives: readonly Alternative[],
  value: unknown,
  isValid: (schema: unknown, value: unknown) => boolean,
): Alternative | undefined {
  if (!isObject(value)) return alternatives.find(({ schema }) => isValid(schema, value));
  const named = alternatives.filter(
    ({ discriminator }) => discriminator && Object.hasOwn(value, discriminator.property),
  );
  const exact = named.find(
    ({ discriminator }) => discriminator && member(value, discriminator.property) === discriminator.value,
  );
  if (exact !== undefined || named.length === alternatives.length) return exact;
  let best: { readonly alternative: Alternative; readonly points: number } | undefined;
  for (const alternative of alternatives) {
    const { properties, types } = shapeOf(root, alternative.schema);
    if (types.length > 0 && !types.includes('object')) continue;
    const matches = properties.filter(({ name }) => Object.hasOwn(value, name));
    const isOther = matches.some(({ name, schema }) => {
      const { values } = shapeOf(root, schema);
      return values.length > 0 && !values.includes(value[name]) && !isPlaceholder(value[name]);
    });
    const missingProperties = properties.filter(({ name, required }) => required && !Object.hasOwn(value, name));
    const points =
      matches.length - missingProperties.length - (isOther ? 1000 : 0) + (isValid(alternative.schema, value) ? 0.5 : 0);
    if (best === undefined || points > best.points) best = { alternative, points };
  }
  return best?.alternative;
}

export const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && /^\{\{[^{}]*\}\}$/.test(value);

/** Returns the names of the properties that an alternative describes, including nested alternatives. */
export function propertyNames(root: unknown, schema: unknown, seen = new Set<unknown>()): ReadonlySet<string> {
  const names = new Set<string>();
  if (seen.has(identityOf(root, schema))) return names;
  seen.add(identityOf(root, schema));
  const { properties, choices } = shapeOf(root, schema);
  for (const { name } of properties) names.add(name);
  for (const choice of choices) for (const name of propertyNames(root, choice, seen)) names.add(name);
  return names;
}
