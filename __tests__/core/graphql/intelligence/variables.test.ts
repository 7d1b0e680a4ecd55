import { buildSchema, getVariableValues, type OperationDefinitionNode, parse } from 'graphql';
import { checkVariables } from '../../../../source/core/graphql/intelligence/check-variables.js';
import { fillVariables } from '../../../../source/core/graphql/intelligence/fill-variables.js';
import { formatJson } from '../../../../source/core/graphql/intelligence/format-json.js';
import { completeVariables } from '../../../../source/core/graphql/intelligence/variables-at-cursor.js';
import { editMembers } from '../../../../source/core/json/edit.js';
import { jsonTree } from '../../../../source/core/json/tree.js';
import * as fc from '../../../support/property.js';

const schema = buildSchema(`
  scalar JSON
  scalar Long
  type Query { hello: String }
  enum Kind { OLD @deprecated(reason: "Gone.") ADMIN GUEST }
  input Filter { text: String! kind: Kind not: Filter any: [Filter!] n: Int = 3 }
  input Choice @oneOf { filter: Filter name: String }
  input Deep { self: Deep list: [Deep!]! leaf: Leaf! }
  input Leaf { a: Int! b: Float! c: Boolean! d: ID! e: Kind! f: JSON! g: Long! h: [Int!]! i: [Kind!]! }
`);

const operation = (definitions: string): OperationDefinitionNode =>
  parse(`query Q(${definitions}) { hello }`).definitions[0] as OperationDefinitionNode;

describe('checking', () => {
  const report = (definitions: string, text: string) => checkVariables(schema, operation(definitions), text);
  /** `place: message` for each problem; the place is the underlined text. */
  const told = (definitions: string, text: string): string[] =>
    report(definitions, text).problems.map(each => `${text.slice(each.from, each.to)}: ${each.message}`);

  test.each([
    ['a string for ID', '$id: ID!', '{"id": "x"}'],
    ['an integer for ID, of any size', '$id: ID!', '{"id": 12345678901234567890}'],
    ['the greatest and the least Int', '$a: Int $b: Int', '{"a": 2147483647, "b": -2147483648}'],
    ['7.0 for Int, because JSON does not distinguish it from 7', '$a: Int', '{"a": 7.0}'],
    ['1e2 and 1.50e1, which are integers by value', '$a: Int $b: ID', '{"a": 1e2, "b": 1.50e1}'],
    ['any number for Float', '$a: Float', '{"a": 1e300}'],
    ['null where it may be', '$a: Int', '{"a": null}'],
    ['anything for a scalar of the server', '$a: JSON', '{"a": {"b": [1, "2"]}}'],
    ['one value for a list', '$a: [Kind!]', '{"a": "ADMIN"}'],
    ['lists in lists', '$a: [[Int]]', '{"a": [[1, null], null]}'],
    ['nested inputs', '$f: Filter', '{"f": {"text": "", "not": {"text": ""}, "any": [{"text": ""}]}}'],
    ['one field of @oneOf', '$c: Choice', '{"c": {"name": "x"}}'],
    ['comments and trailing commas', '$a: Int', '{\n  // one\n  "a": 1, /* two */\n}'],
  ])('accepts %s', (_, definitions, text) => {
    expect(told(definitions, text)).toEqual([]);
  });

  test.each([
    ['$a: Int', '{"a": "1"}', '"1": $a must be a whole number: Int.'],
    ['$a: Int', '{"a": 1.5}', '1.5: $a must be a whole number: Int.'],
    ['$a: Int', '{"a": 2147483648}', '2147483648: $a is too big for Int, which has 32 bits.'],
    [
      '$a: Int',
      '{"a": 123456789012345678901234567890}',
      '123456789012345678901234567890: $a is too big for Int, which has 32 bits.',
    ],
    ['$a: Float', '{"a": 1e400}', '1e400: $a is too big for Float, which has 64 bits.'],
    ['$a: Int', '{"a": 1e-1}', '1e-1: $a must be a whole number: Int.'],
    ['$a: Float', '{"a": "1"}', '"1": $a must be a number: Float.'],
    ['$a: String', '{"a": 1}', '1: $a must be a string: String.'],
    ['$a: Boolean', '{"a": "true"}', '"true": $a must be true or false: Boolean.'],
    ['$a: ID!', '{"a": 1.5}', '1.5: $a must be a string or a whole number: ID.'],
    ['$a: ID!', '{"a": null}', 'null: $a: ID! must not be null.'],
    [
      '$a: [Int!]',
      '{"a": [1, null, "x"]}',
      '"x": $a[2] must be a whole number: Int.|null: $a[1]: Int! must not be null.',
    ],
    ['$k: Kind', '{"k": "admin"}', '"admin": $k must be one of Kind: OLD, ADMIN, GUEST.'],
    ['$k: Kind', '{"k": "OLD"}', '"OLD": Kind.OLD is deprecated. Gone.'],
    ['$f: Filter', '{"f": 3}', '3: $f must be an object: Filter.'],
    ['$f: Filter', '{"f": {"txt": ""}}', '{: $f lacks text: String!.|"txt": Filter has no field txt.'],
    [
      '$f: Filter',
      '{"f": {"text": "", "not": {"text": "", "kind": 1}}}',
      '1: kind must be one of Kind: OLD, ADMIN, GUEST.',
    ],
    ['$c: Choice', '{"c": {}}', '{: $c must have exactly one field that is not null, because Choice is @oneOf.'],
    [
      '$c: Choice',
      '{"c": {"name": null}}',
      '{: $c must have exactly one field that is not null, because Choice is @oneOf.',
    ],
    ['$a: Int', '{"a": 1, "x": 2}', '"x": The operation has no variable $x.'],
    ['$a: Int', '{"a": 1, "a": 2}', '"a": "a" is overridden by a later member with the same name.'],
    ['$a: Int', '[1]', '[1]: The variables must be an object, like { "id": 1 }.'],
    ['$a: Int', '{"a": 1,, }', ',: A name in double quotes is expected here.'],
    ['$a: Int', '{"a": 1', '1: The text ends where a comma or } is expected.'],
    ['$a: Int', '{"a": tru}', 'tru: A value is expected here.'],
  ])('with %s, %s is reported at its position', (definitions, text, wanted) => {
    expect(told(definitions, text).sort()).toEqual(wanted.split('|').sort());
  });

  test('missing and unknown variables are listed', () => {
    expect(report('$id: ID! $n: Int $d: Int! = 3 $k: Kind!', '{"k": "ADMIN", "zz": 1}')).toMatchObject({
      missing: ['id'],
      unknown: ['zz'],
    });
    expect(report('$id: ID!', '').missing).toEqual(['id']);
    expect(report('$id: ID!', 'null').missing).toEqual(['id']);
  });

  test('without an operation only the JSON is checked', () => {
    expect(checkVariables(schema, undefined, '{"a": 1}').problems).toEqual([]);
    expect(checkVariables(undefined, operation('$a: Int'), '{"a": "x"}').problems).toEqual([]);
    expect(checkVariables(undefined, undefined, '{').problems).toHaveLength(1);
  });

  test('a value nested ten thousand levels deep is checked like any other', () => {
    const deep = 10_000;
    const text = `{"f": ${'{"text": "", "not": '.repeat(deep)}{"text": 1}${'}'.repeat(deep)}}`;
    expect(report('$f: Filter', text).problems.map(each => each.message)).toEqual(['text must be a string: String.']);
  });

  test('graphql-js rejects the same values', () => {
    const leaf = fc.constantFrom<unknown>(1, -3, 2147483648, 1.5, 'x', 'ADMIN', 'nope', true, null);
    const value = fc.letrec<{ any: unknown }>(tie => ({
      any: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('any'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('text', 'kind', 'not', 'any', 'n', 'name', 'filter'), tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    const type = fc.constantFrom(
      'Int',
      'Int!',
      'Float',
      'String',
      'Boolean!',
      'ID',
      'Kind',
      '[Kind!]',
      '[[Int]!]',
      'Filter',
      '[Filter]!',
      'Choice',
    );
    fc.assert(
      fc.property(type, value, (written, given) => {
        const node = operation(`$v: ${written}`);
        const refused = getVariableValues(schema, node.variableDefinitions ?? [], { v: given }).errors !== undefined;
        const found = checkVariables(schema, node, JSON.stringify({ v: given }));
        expect(found.problems.some(each => each.severity === 'error')).toBe(refused);
      }),
      { numRuns: 500 },
    );
  });
});

describe('filling in values', () => {
  const fill = (definitions: string, text: string): string | undefined =>
    fillVariables(schema, operation(definitions), text)?.text;

  test('an empty text gets the required values, with the shape of inputs', () => {
    expect(fill('$id: ID! $n: Int $f: Filter! $k: Kind!', '')).toBe(
      '{\n  "id": "",\n  "f": { "text": "" },\n  "k": "ADMIN"\n}',
    );
  });
  test('the second time adds the optional values, with their defaults', () => {
    expect(fill('$n: Int = 3 $f: Filter = {text: "x", kind: ADMIN} $k: Kind', '{}')).toBe(
      '{\n  "n": 3,\n  "f": { "text": "x", "kind": "ADMIN" },\n  "k": "ADMIN"\n}',
    );
  });
  test('every scalar gets a suitable value, and recursion ends', () => {
    const text = fill('$d: Deep!', '') ?? '';
    expect(JSON.parse(text)).toEqual({
      d: { list: [], leaf: { a: 0, b: 0, c: false, d: '', e: 'ADMIN', f: {}, g: 0, h: [], i: ['ADMIN'] } },
    });
    expect(text).toContain('"b": 0.0');
  });
  test('@oneOf gets one field', () => {
    expect(fill('$c: Choice!', '')).toBe('{\n  "c": { "filter": { "text": "" } }\n}');
  });
  test('existing text is unchanged: numbers, comments, layout, trailing commas', () => {
    expect(fill('$a: Long $id: ID!', '{ "a": 12345678901234567890 }')).toBe('{ "a": 12345678901234567890, "id": "" }');
    expect(fill('$a: Float $id: ID!', '{\n    // mine\n    "a": 1.0, // too\n}')).toBe(
      '{\n    // mine\n    "a": 1.0, // too\n    "id": "",\n}',
    );
  });
  test('existing objects get their missing fields', () => {
    expect(fillVariables(schema, operation('$f: Filter $l: [Filter!]'), '{"f": {"not": {}}, "l": [{}]}')).toEqual({
      text: '{"f": {"not": {\n  "text": ""\n}, "text": ""}, "l": [{\n  "text": ""\n}]}',
      added: ['f.text', 'f.not.text', 'l.text'],
    });
  });
  test('then the optional fields are added, one level each time, and never a second member of @oneOf', () => {
    const node = operation('$f: Filter! $c: Choice!');
    const texts = [''];
    for (let press = 0; press < 3; press++) texts.push(fillVariables(schema, node, texts.at(-1) ?? '')?.text ?? '');
    const [, first, second, third] = texts.map(text => (text === '' ? undefined : JSON.parse(text)));
    expect(first).toEqual({ f: { text: '' }, c: { filter: { text: '' } } });
    const filter = { text: '', kind: 'ADMIN', not: { text: '' }, any: [{ text: '' }], n: 3 };
    expect(second).toEqual({ f: { ...filter, any: expect.anything() }, c: { filter: { text: '' } } });
    expect(third.c.filter).toEqual({ ...filter, any: expect.anything() });
    expect(third.f.not).toEqual({ ...filter, any: expect.anything() });
    expect(checkVariables(schema, node, texts[3] ?? '')).toMatchObject({ problems: [], missing: [] });
  });
  test('filled-in values pass the check', () => {
    for (const definitions of ['$d: Deep!', '$f: Filter! $c: Choice!', '$l: [Filter!]! $k: [Kind!]!']) {
      const node = operation(definitions);
      const text = fillVariables(schema, node, '')?.text ?? '';
      expect(checkVariables(schema, node, text)).toMatchObject({ problems: [], missing: [] });
    }
  });
  const wide = buildSchema(`
    type Query { list(first: Int = 10, after: String, by: Order! = {field: "date", up: false}, plain: Int): Int search(f: Wide): Int }
    input Order { field: String! up: Boolean n: Int = 5 }
    input Wide { text: String! a: Int b: Int c: Int d: Int e: Int f: Int g: Int h: Int i: Int = 7 }
  `);
  const filledIn = (query: string, text: string): string | undefined => {
    const document = parse(query);
    return fillVariables(wide, document.definitions[0] as OperationDefinitionNode, text, document.definitions)?.text;
  };

  test('a long object gets one line per member', () => {
    const query = 'query Q($f: Wide) { search(f: $f) }';
    const text = filledIn(query, '{ "f": { "text": "x" } }') ?? '';
    expect(text).toBe(
      `{ "f": {\n${['"text": "x"', ...[...'abcdefgh'].map(name => `"${name}": 0`), '"i": 7'].map(line => `  ${line}`).join(',\n')}\n} }`,
    );
    expect(filledIn('query Q($f: Wide!) { search(f: $f) }', '')).toBe('{\n  "f": { "text": "" }\n}');
    const added = filledIn(
      'query Q($alpha: Int $beta: Int $gamma: Int $delta: Int $epsilon: Int) { __typename }',
      '{"a": 1}',
    );
    expect(added).toBe(
      `{\n${['"a": 1', ...['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map(name => `"${name}": 0`)].map(line => `  ${line}`).join(',\n')}\n}`,
    );
  });
  test('a comment in an object on one line is preserved', () => {
    const text = filledIn('query Q($f: Wide) { search(f: $f) }', '{ "f": { "text": "x" /* mine */ } }') ?? '';
    expect(text).toContain('"i": 7 /* mine */');
  });
  test('a variable gets the default of its argument, also in a fragment', () => {
    const query = `query Q($first: Int $by: Order $n: Int $after: String $plain: Int) { list(first: $first, by: $by, after: $after) ...F }
      fragment F on Query { other: list(by: {field: "x", n: $n}, plain: $plain) }`;
    expect(JSON.parse(filledIn(query, '') ?? '')).toEqual({
      first: 10,
      by: { field: 'date', up: false, n: 5 },
      n: 5,
      after: '',
      plain: 0,
    });
  });
  test('the default of the variable overrides the default of the argument', () => {
    expect(filledIn('query Q($first: Int = 3) { list(first: $first) }', '')).toBe('{\n  "first": 3\n}');
  });
  test('a text that is not an object is unchanged', () => {
    expect(fill('$id: ID!', '[1]')).toBeUndefined();
    expect(fill('$id: ID!', '{"id": ')).toBeUndefined();
  });
});

describe('completing', () => {
  const definitions = '$id: ID! $kind: Kind $f: Filter $l: [Filter!] $b: Boolean!';
  const at = (text: string) =>
    completeVariables(schema, operation(definitions), text.replace('|', ''), text.indexOf('|'));
  const offered = (text: string): string => {
    const found = at(text);
    return found === undefined ? 'nothing' : `${found.kind}: ${found.items.map(each => each.label).join(' ')}`;
  };

  test.each([
    ['names of variables', '{ |', 'key: id kind f l b'],
    ['names inside quotes', '{ "i|', 'key: id kind f l b'],
    ['names inside closed quotes', '{ "i|" }', 'key: id kind f l b'],
    ['names without quotes', '{ i|', 'key: id kind f l b'],
    ['names that are not given yet', '{ "id": 1, | "b": true }', 'key: kind f l'],
    ['fields of an input, required ones first', '{ "f": { "|', 'key: text kind not any n'],
    ['fields deeper down', '{ "f": { "text": "", "not": { "any": [ { |', 'key: text kind not any n'],
    ['fields in a list', '{ "l": [ {"text": ""}, { "|', 'key: text kind not any n'],
    ['enum values', '{ "kind": |', 'value: OLD ADMIN GUEST null'],
    ['enum values inside quotes', '{ "kind": "A|', 'value: OLD ADMIN GUEST'],
    ['enum values in an input', '{ "f": { "kind": "|" } }', 'value: OLD ADMIN GUEST'],
    ['booleans', '{ "b": t|', 'value: true false'],
    ['nothing outside of the object', '|', 'nothing'],
    ['nothing in a string that may be anything', '{ "id": "a|', 'nothing'],
    ['nothing after a string', '{ "kind": "ADMIN"|', 'nothing'],
    ['nothing in a comment', '{ // i|', 'nothing'],
    ['nothing below an unknown name', '{ "zz": { |', 'nothing'],
  ])('offers %s', (_, text, wanted) => {
    expect(offered(text)).toBe(wanted);
  });

  test('names are inserted with quotes and a colon, unless present', () => {
    expect(at('{ "i|')).toMatchObject({ from: 2, items: [{ insert: '"id": ' }, {}, {}, {}, {}] });
    expect(at('{ "i|": 1 }')?.items[0]).toMatchObject({ insert: '"id"' });
    expect(at('{ "kind": "A|')?.items[1]).toMatchObject({ insert: '"ADMIN"', detail: 'Kind' });
  });
});

describe('formatting', () => {
  const format = (text: string) => {
    const result = formatJson(text);
    return 'problem' in result ? `problem at ${result.offset}` : result.text;
  };
  test.each([
    [
      'one member per line',
      '{"a":1,"b":[1,{"c":null}],"d":{},"e":[ ]}',
      '{\n  "a": 1,\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "d": {},\n  "e": []\n}',
    ],
    [
      'numbers, escapes and names that come twice stay',
      '{"a":12345678901234567890,"a":1.0,"\\u0041":1e5}',
      '{\n  "a": 12345678901234567890,\n  "a": 1.0,\n  "\\u0041": 1e5\n}',
    ],
    [
      'comments stay on their lines',
      '{ // all\n"a":1, // one\n/* two */ "b":2\n// end\n}',
      '{ // all\n  "a": 1, // one\n  /* two */ "b": 2\n  // end\n}',
    ],
    ['a trailing comma stays', '{"a":1,}', '{\n  "a": 1,\n}'],
    ['CRLF stays CRLF', '{\r\n"a":1}', '{\r\n  "a": 1\r\n}'],
    ['invalid JSON is reported', '{"a":}', 'problem at 5'],
  ])('%s', (_, text, wanted) => {
    expect(format(text)).toBe(wanted);
    expect(wanted.startsWith('problem') ? wanted : format(wanted)).toBe(wanted);
  });

  test('the meaning of any JSON is preserved, and it is formatted like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(format(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });
});

describe('changing members', () => {
  test.each([
    ['adds to an empty text', '', [], [['a', '1']], '{\n  "a": 1\n}'],
    ['adds after the last', '{"b": 2}', [], [['a', '1']], '{"b": 2, "a": 1}'],
    ['adds a line', '{\n  "b": 2\n}\n', [], [['a', '1']], '{\n  "b": 2,\n  "a": 1\n}\n'],
    ['adds to an object that holds a comment', '{ // mine\n}', [], [['a', '1']], '{ // mine\n  "a": 1\n}'],
    ['replaces a value', '{"a": 1.0, "b": 2}', [], [['a', '3']], '{"a": 3, "b": 2}'],
    ['takes out a line', '{\n  "a": 1,\n  "b": 2\n}', ['a'], [], '{\n  "b": 2\n}'],
    ['takes out the last with the comma before it', '{\n  "a": 1,\n  "b": 2\n}', ['b'], [], '{\n  "a": 1\n}'],
    ['takes out the only one', '{"a": 1}', ['a'], [], ''],
    ['takes out within a line', '{"a": 1, "b": 2, "c": 3}', ['b'], [], '{"a": 1, "c": 3}'],
    ['preserves comments', '{\n  // x\n  "a": 1, // y\n  "b": 2\n}', ['b'], [], '{\n  // x\n  "a": 1 // y\n}'],
  ] as const)('%s', (_, text, removed, values, wanted) => {
    expect(editMembers(text, removed, values)).toBe(wanted);
  });

  test('adding or removing a member preserves the meaning of the rest', () => {
    const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'x y');
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.jsonValue()),
        fc.boolean(),
        key,
        fc.jsonValue(),
        (object, lines, name, value) => {
          const text = JSON.stringify(object, undefined, lines ? 2 : undefined);
          const added = editMembers(text, [], [[name, JSON.stringify(value)]]) ?? '';
          expect(new Map(Object.entries(JSON.parse(added)))).toEqual(
            new Map(Object.entries(JSON.parse(text))).set(name, JSON.parse(JSON.stringify(value))),
          );
          const wanted = new Map(Object.entries(JSON.parse(text)));
          wanted.delete(name);
          const removed = editMembers(text, [name], []) ?? '';
          expect(removed === '' ? new Map() : new Map(Object.entries(JSON.parse(removed)))).toEqual(wanted);
        },
      ),
    );
  });
});

test('the tree of any JSON has each value at its position', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value);
      const tree = jsonTree(text);
      if ('problem' in tree) throw new Error(tree.problem);
      expect(text.slice(tree.root.from, tree.root.to)).toBe(text);
      if (tree.root.kind === 'object') {
        expect(tree.root.members.map(each => JSON.parse(text.slice(each.value.from, each.value.to)))).toEqual(
          Object.values(JSON.parse(text)),
        );
      }
    }),
  );
});
