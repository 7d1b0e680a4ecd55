/** Full documentation of a schema element, for `K` and `--describe`. The text is untrusted. */
import { withMarkedEnds } from '../../text/runs.js';
import type { SchemaInput, SchemaType } from '../schema-types.js';

interface Documented {
  /** True for a type, whose description is printed before its members. */
  readonly isType: boolean;
  readonly description?: string | undefined;
  /** Deprecation reason, possibly empty. */
  readonly deprecated?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly args?: readonly SchemaInput[] | undefined;
  /** Type of the element, or the type itself. */
  readonly type?: SchemaType | undefined;
  /** Path from a root to the element. */
  readonly way?: string | undefined;
}

/** Returns paragraphs separated by empty lines. */
export function docsText({ isType, description, deprecated, defaultValue, args = [], type, way }: Documented): string {
  const parts = [
    description?.trim() || (isType ? '' : 'No description.'),
    ...(deprecated === undefined ? [] : [`Deprecated: ${deprecated || 'no reason is given'}`]),
    ...(defaultValue === undefined ? [] : [`Default: ${withMarkedEnds(defaultValue)}`]),
    ...(args.length === 0 ? [] : [inputs('Arguments', args)]),
    ...(type === undefined ? [] : typeDocs(type, !isType)),
    way === undefined ? '' : `Path: ${way}`,
  ];
  return parts.filter(part => part !== '').join('\n\n');
}

/** Lists inputs as `name: Type = default`, each followed by its description. */
function inputs(title: string, all: readonly SchemaInput[]): string {
  const lines = all.map(input => {
    const standard = input.defaultValue === undefined ? '' : ` = ${input.defaultValue}`;
    return memberLines(`${input.name}: ${input.type.text}${standard}`, input);
  });
  return [`${title}:`, ...lines].join('\n');
}

/** Returns an element of a list, followed by its description. */
export function memberLines(
  head: string,
  { description, deprecated }: Pick<SchemaInput, 'description' | 'deprecated'>,
): string {
  const mark = deprecated === undefined ? '' : '  (deprecated)';
  const words = description === undefined ? '' : `\n    ${description.trim().replace(/\s+/g, ' ')}`;
  return `  ${withMarkedEnds(head)}${mark}${words}`;
}

/** @param withDescription false if the description has already been printed */
function typeDocs(type: SchemaType, withDescription: boolean): string[] {
  const described = withDescription && type.description !== undefined;
  const values = type.enumValues.map(value => {
    const words = [value.description, value.deprecated === undefined ? undefined : `(deprecated) ${value.deprecated}`];
    return `  ${withMarkedEnds(value.name)}  ${words.filter(Boolean).join(' ').replace(/\s+/g, ' ')}`.trimEnd();
  });
  return [
    described ? `${withMarkedEnds(type.name)}: ${type.description?.trim()}` : '',
    type.oneOf ? 'Exactly one of its fields is given (@oneOf).' : '',
    type.specifiedByUrl === undefined ? '' : `Specified by ${withMarkedEnds(type.specifiedByUrl)}`,
    type.interfaces.length === 0 ? '' : `Implements ${withMarkedEnds(type.interfaces.join(', '))}`,
    type.possibleTypes.length === 0 ? '' : `Is one of: ${withMarkedEnds(type.possibleTypes.join(', '))}`,
    values.length === 0 ? '' : ['Values:', ...values].join('\n'),
    type.inputFields.length === 0 ? '' : inputs('Fields', type.inputFields),
  ];
}
