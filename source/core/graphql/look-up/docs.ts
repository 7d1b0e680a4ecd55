/** What a schema says of one thing in it, in full: for `K` on the full screen and for `--describe`. Foreign text. */
import type { SchemaInput, SchemaType } from '../schema-types.js';

/** What is known of one thing. */
export interface Documented {
  /** True for a type: what is said of it stands above its parts. */
  readonly isType: boolean;
  readonly description?: string | undefined;
  /** The reason, possibly empty. */
  readonly deprecated?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly args?: readonly SchemaInput[] | undefined;
  /** The type it has, or is. */
  readonly type?: SchemaType | undefined;
  /** How to get there, in words. */
  readonly way?: string | undefined;
}

/** Paragraphs with an empty line between. */
export function docsText({ isType, description, deprecated, defaultValue, args = [], type, way }: Documented): string {
  const parts = [
    description?.trim() || (isType ? '' : 'No description.'),
    ...(deprecated === undefined ? [] : [`Deprecated: ${deprecated || 'no reason is given'}`]),
    ...(defaultValue === undefined ? [] : [`Default: ${defaultValue}`]),
    ...(args.length === 0 ? [] : [inputs('Arguments', args)]),
    ...(type === undefined ? [] : typeDocs(type, !isType)),
    way === undefined ? '' : `The way here: ${way}`,
  ];
  return parts.filter(part => part !== '').join('\n\n');
}

/** `name: Type = default`, each with its description below. */
function inputs(title: string, all: readonly SchemaInput[]): string {
  const lines = all.map(input => {
    const standard = input.defaultValue === undefined ? '' : ` = ${input.defaultValue}`;
    const gone = input.deprecated === undefined ? '' : '  (deprecated)';
    const words = input.description === undefined ? '' : `\n    ${input.description.trim().replace(/\s+/g, ' ')}`;
    return `  ${input.name}: ${input.type.text}${standard}${gone}${words}`;
  });
  return [`${title}:`, ...lines].join('\n');
}

/** @param withDescription false where the row is the type itself and its description stands above */
function typeDocs(type: SchemaType, withDescription: boolean): string[] {
  const described = withDescription && type.description !== undefined;
  const values = type.enumValues.map(value => {
    const words = [value.description, value.deprecated === undefined ? undefined : `(deprecated) ${value.deprecated}`];
    return `  ${value.name}  ${words.filter(Boolean).join(' ').replace(/\s+/g, ' ')}`.trimEnd();
  });
  return [
    described ? `${type.name}: ${type.description?.trim()}` : '',
    type.oneOf ? 'Exactly one of its fields is given (@oneOf).' : '',
    type.specifiedByUrl === undefined ? '' : `Specified by ${type.specifiedByUrl}`,
    type.interfaces.length === 0 ? '' : `Implements ${type.interfaces.join(', ')}`,
    type.possibleTypes.length === 0 ? '' : `Is one of: ${type.possibleTypes.join(', ')}`,
    values.length === 0 ? '' : ['Values:', ...values].join('\n'),
    type.inputFields.length === 0 ? '' : inputs('Fields', type.inputFields),
  ];
}
