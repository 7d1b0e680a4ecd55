/** Switches a value of a body to another alternative of its schema. Members that both alternatives have are preserved. */
import { isObject, objectOf, parsedJson } from '../../json/loose.js';
import { parsedValue, type RawValue, rawOf } from '../../json/raw.js';
import { type Alternative, alternativesOf, chosenAlternative, isPlaceholder, propertyNames } from '../alternatives.js';
import { validatorOf } from '../call/body-example.js';
import type { Description } from '../document/types.js';
import { shapeOf } from '../schema.js';

/** Returns true if a value in the text is this alternative of the schema. @param json text of the value */
export function isChosen(description: Description, schema: unknown, { name }: Alternative, json: string): boolean {
  const value = parsedJson(json);
  if (value === undefined) return false;
  const alternatives = alternativesOf(description.root, shapeOf(description.root, schema));
  return chosenAlternative(description.root, alternatives, value, validatorOf(description))?.name === name;
}

/** Returns the value of an alternative with the members of the current one that it also has. */
export function switched(
  description: Description,
  schema: unknown,
  { schema: next, discriminator }: Alternative,
  json: string | undefined,
  example: RawValue,
): RawValue {
  const { root } = description;
  const isValid = validatorOf(description);
  const [before, made] = [parsedJson(json ?? ''), parsedValue(example)];
  if (!isObject(before) || !isObject(made)) return example;
  const described = [...shapeOf(root, schema).properties, ...shapeOf(root, next).properties];
  const names = new Set([...described.map(({ name }) => name), ...propertyNames(root, next)]);
  const common = Object.entries(before).filter(([name, value]) => {
    if (!names.has(name) || name === discriminator?.property) return false;
    const property = described.find(each => each.name === name);
    return property === undefined || isPlaceholder(value) || isValid(property.schema, value);
  });
  return rawOf(objectOf([...Object.entries(made), ...common]));
}
