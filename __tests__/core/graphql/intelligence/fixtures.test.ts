/** Completion and docs held to real operations: whatever stands in a valid text must have been offered there. */
import {
  type ASTVisitor,
  buildSchema,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  Kind,
  type NameNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { completeQuery } from '../../../../source/core/graphql/intelligence/complete-query.js';
import { describeAt } from '../../../../source/core/graphql/intelligence/describe.js';
import { pick } from '../../../../source/core/graphql/intelligence/suggestion.js';
import { tenthOf } from '../../../support/property.js';
import { operationText, schemaText, triedOperations, triedSchemas } from '../../../support/schemas.js';

const schemas = new Map<string, GraphQLSchema>();
beforeAll(() => {
  for (const name of triedSchemas) {
    schemas.set(`${name}.graphql`, buildSchema(schemaText(name), { assumeValidSDL: true, assumeValid: true }));
  }
});

interface Named {
  readonly name: string;
  /** Where the word ends. */
  readonly end: number;
}

/** Every name of a text that the schema or the text itself knows. */
function namesIn(schema: GraphQLSchema, text: string): readonly Named[] {
  const info = new TypeInfo(schema);
  const names: Named[] = [];
  const add = (node: NameNode | undefined): void => {
    if (node?.loc) names.push({ name: node.value, end: node.loc.end });
  };
  const visitor: ASTVisitor = {
    [Kind.FIELD]: node => add(node.name),
    [Kind.ARGUMENT]: node => add(node.name),
    [Kind.OBJECT_FIELD]: node => add(node.name),
    [Kind.DIRECTIVE]: node => add(node.name),
    [Kind.FRAGMENT_SPREAD]: node => add(node.name),
    [Kind.NAMED_TYPE]: node => add(node.name),
    [Kind.VARIABLE]: (node, _key, parent) => {
      const defines = parent !== undefined && 'kind' in parent && parent.kind === Kind.VARIABLE_DEFINITION;
      if (!defines) add(node.name);
    },
    [Kind.ENUM]: node => {
      // Some servers take a name for a scalar, of which the schema tells no values.
      const known = isEnumType(getNamedType(info.getInputType()));
      if (known && node.loc) names.push({ name: node.value, end: node.loc.end });
    },
  };
  visit(parse(text), visitWithTypeInfo(info, visitor));
  return names;
}

const valid = triedOperations.filter(each => each.expect === 'valid' && each.schema !== null);

test.each(tenthOf(valid.map(each => [each.file, each] as const)))(
  '%s could have been written with completion alone',
  (_, entry) => {
    const schema = schemas.get(entry.schema ?? '');
    if (schema === undefined) throw new Error(`There is no schema ${entry.schema}.`);
    const text = operationText(entry);
    const lacking = namesIn(schema, text).filter(({ name, end }) => {
      // The text after the word is not written yet, but for fragments, which may be defined below.
      const found = completeQuery(schema, text, end);
      return found === undefined || !pick(found.items, name).some(each => each.label.replace('$', '') === name);
    });
    expect(lacking.map(({ name, end }) => `${name} at ${text.slice(Math.max(0, end - 60), end)}`)).toEqual([]);
  },
);

test('every name of a real operation has docs', () => {
  for (const entry of valid.slice(0, 20)) {
    const schema = schemas.get(entry.schema ?? '');
    const text = operationText(entry);
    if (schema === undefined) throw new Error(`There is no schema ${entry.schema}.`);
    const dumb = namesIn(schema, text).filter(({ end }) => describeAt(schema, text, end) === undefined);
    expect(dumb.map(({ name, end }) => `${entry.file}: ${name} at ${text.slice(Math.max(0, end - 60), end)}`)).toEqual(
      [],
    );
  }
});

test('no place of a text throws, whether it parses or not', () => {
  const schema = schemas.get('swapi.graphql');
  if (schema === undefined) throw new Error('There is no schema.');
  const text = operationText(
    valid.find(each => each.schema === 'swapi.graphql') ?? (valid[0] as (typeof valid)[number]),
  );
  for (let at = 0; at <= text.length; at++) {
    completeQuery(schema, text, at);
    completeQuery(schema, text.slice(0, at), at);
    describeAt(schema, text.slice(at), 3);
  }
});
