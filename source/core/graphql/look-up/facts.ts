/** Facts about a schema element, looked up by name, for `--describe` and `--find`, as text and JSON. All of it is untrusted. */

import { directiveOf, fieldOf } from '../builder/schema/lookups.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import type { SchemaEnumValue, SchemaField, SchemaInput, SchemaType } from '../schema-types.js';
import { docsText, memberLines } from './docs.js';
import { coordinateOf, type Named, readName } from './read-name.js';

/** A field, argument or enum value. */
interface DescribedMember {
  readonly name: string;
  /** Type of a field, argument or input field, in GraphQL notation. */
  readonly type?: string;
  readonly description?: string;
  /** Deprecation reason, possibly empty. */
  readonly deprecated?: string;
  readonly defaultValue?: string;
}

/** Facts that only types have. */
interface TypeFacts {
  /** Kind of a type: `OBJECT`, `ENUM` and so on. */
  readonly typeKind?: string;
  readonly oneOf?: boolean;
  readonly specifiedBy?: string;
}

/** Members of types, and related types. */
interface TypeMembers {
  readonly fields?: readonly DescribedMember[];
  readonly values?: readonly DescribedMember[];
  readonly interfaces?: readonly string[];
  readonly possibleTypes?: readonly string[];
}

/** Facts that only directives have. */
interface DirectiveFacts {
  readonly locations?: readonly string[];
  readonly repeatable?: boolean;
}

/** JSON of one element. Members that do not apply are absent. */
export interface DescribedFacts extends DescribedMember, TypeFacts, TypeMembers, DirectiveFacts {
  /** Name such as `User`, `User.posts`, `User.posts(first:)` or `@include`. */
  readonly name: string;
  readonly kind: 'type' | 'field' | 'argument' | 'inputField' | 'enumValue' | 'directive';
  /** Arguments of a field or directive. */
  readonly arguments?: readonly DescribedMember[];
}

interface Described {
  readonly facts: DescribedFacts;
  /** Paragraphs of documentation, as shown by `K`. */
  readonly docs: string;
}

/** Describes the element with the given name (see `read-name.ts`), if any. */
export function describe(view: SchemaView, typed: string): Described | undefined {
  const named = readName(view, typed);
  return named && describeNamed(view, named);
}

/** Describes a type, field, argument or enum value. */
export function describeNamed(view: SchemaView, named: Named): Described | undefined {
  const { kind, name, owner, field: fieldName } = named;
  const coordinate = coordinateOf(named);
  const type = view.type(kind === 'type' ? name : owner);
  const field = fieldOf(view, owner, kind === 'argument' ? fieldName : name);
  switch (kind) {
    case 'type':
      return type && ofType(type);
    case 'directive':
      return ofDirective(view, name);
    case 'argument': {
      const args = fieldName === '' ? directiveOf(view, owner.slice(1))?.args : field?.args;
      return ofInput(view, coordinate, kind, inputIn(args ?? [], name));
    }
    case 'input':
      return ofInput(view, coordinate, 'inputField', inputIn(type?.inputFields ?? [], name));
    case 'enumValue':
      return ofValue(
        coordinate,
        owner,
        type?.enumValues.find(each => each.name === name),
      );
    case 'field':
      return field && ofField(view, coordinate, field);
  }
}

function ofField(view: SchemaView, name: string, field: SchemaField): Described {
  const { description, deprecated, args } = field;
  const facts: DescribedFacts = {
    name,
    kind: 'field',
    type: field.type.text,
    ...said(field),
    arguments: nonEmpty(args.map(inputPart)),
  };
  return { facts, docs: docsText({ isType: false, description, deprecated, args, type: view.type(field.type.name) }) };
}

function ofValue(name: string, type: string, value: SchemaEnumValue | undefined): Described | undefined {
  if (value === undefined) return undefined;
  const { description, deprecated } = value;
  return {
    facts: { name, kind: 'enumValue', type, ...said(value) },
    docs: docsText({ isType: false, description, deprecated }),
  };
}

function ofType(type: SchemaType): Described {
  const facts: DescribedFacts = {
    name: type.name,
    kind: 'type',
    typeKind: type.kind,
    ...said(type),
    specifiedBy: type.specifiedByUrl,
    oneOf: type.oneOf || undefined,
    interfaces: nonEmpty(type.interfaces),
    possibleTypes: nonEmpty(type.possibleTypes),
    fields: nonEmpty([
      ...type.fields.map(field => ({ name: field.name, type: field.type.text, ...said(field) })),
      ...type.inputFields.map(inputPart),
    ]),
    values: nonEmpty(type.enumValues.map(value => ({ name: value.name, ...said(value) }))),
  };
  const docs = docsText({ isType: true, description: type.description, type });
  return { facts, docs: [docs, fieldsText(type)].filter(text => text !== '').join('\n\n') };
}

/** Lists the fields with their arguments. The full screen shows them in the tree instead. */
function fieldsText({ fields }: SchemaType): string {
  if (fields.length === 0) return '';
  const lines = fields.map(({ name, args, type, description, deprecated }) => {
    const inputs = args.length === 0 ? '' : `(${args.map(arg => `${arg.name}: ${arg.type.text}`).join(', ')})`;
    return memberLines(`${name}${inputs}: ${type.text}`, { description, deprecated });
  });
  return ['Fields:', ...lines].join('\n');
}

function ofDirective(view: SchemaView, bare: string): Described | undefined {
  const directive = directiveOf(view, bare);
  if (directive === undefined) return undefined;
  const name = `@${bare}`;
  const { args, description, locations, repeatable } = directive;
  const facts: DescribedFacts = {
    name,
    kind: 'directive',
    ...said(directive),
    locations,
    repeatable: repeatable || undefined,
    arguments: nonEmpty(args.map(inputPart)),
  };
  const where =
    locations.length === 0 ? '' : `\n\nAllowed on ${locations.join(', ')}${repeatable ? ', repeatable' : ''}.`;
  return { facts, docs: `${docsText({ isType: false, description, args })}${where}` };
}

function ofInput(
  view: SchemaView,
  name: string,
  kind: 'argument' | 'inputField',
  input: SchemaInput | undefined,
): Described | undefined {
  if (input === undefined) return undefined;
  const { description, deprecated, defaultValue } = input;
  const type = view.type(input.type.name);
  const facts: DescribedFacts = { ...inputPart(input), name, kind };
  return { facts, docs: docsText({ isType: false, description, deprecated, defaultValue, type }) };
}

const inputIn = (inputs: readonly SchemaInput[], name: string): SchemaInput | undefined =>
  inputs.find(input => input.name === name);

const inputPart = (input: SchemaInput): DescribedMember & { readonly type: string } => ({
  name: input.name,
  type: input.type.text,
  ...said(input),
  defaultValue: input.defaultValue,
});

const said = ({ description, deprecated }: { readonly description?: string; readonly deprecated?: string }) => ({
  description: description?.trim(),
  deprecated,
});

const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** Returns a title line: `User.posts: [Post!]!`, `enum Color`, `@include`. */
export function titleOf({ name, kind, type, typeKind }: DescribedFacts): string {
  if (kind === 'type')
    return `${(typeKind ?? '').toLowerCase().replace('_object', '').replace('object', 'type')} ${name}`;
  return kind === 'enumValue' || type === undefined ? name : `${name}: ${type}`;
}
