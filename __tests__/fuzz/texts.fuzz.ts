/** Texts from users and servers are read or rejected with a message, within a second and without an exception. */
import { parse } from 'graphql';
import { readConfig } from '../../source/core/config.js';
import { isFailure } from '../../source/core/failure.js';
import { buildGraphqlSchema } from '../../source/core/graphql/build-schema.js';
import { readIntrospection, schemaIn } from '../../source/core/graphql/introspection/response.js';
import { indexSchema } from '../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../source/core/graphql/sdl.js';
import { readHeaderFile } from '../../source/core/request/headers.js';
import { netrcLogin } from '../../source/core/request/netrc.js';
import { firstHop, nextHop } from '../../source/core/request/redirect.js';
import { downloadName } from '../../source/core/response/file-name.js';
import { MarkupPieces } from '../../source/core/response/markup-pieces.js';
import { reveal } from '../../source/core/secret.js';
import { openJar } from '../../source/io/http/cookies/jar.js';
import { testEnvironment } from '../support/environment.js';
import * as fc from '../support/property.js';
import { requestFor } from '../support/requests.js';

/** Texts made of the given words with arbitrary characters between them. */
const textOf = (words: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(fc.constantFrom(...words.split(' '), ' ', '\n', '\r\n'), fc.string({ unit: 'binary', maxLength: 5 })),
      { maxLength: 24 },
    )
    .map(pieces => pieces.join(''));

/** Calls the function and requires it to return within a second. */
function inTime<T>(act: () => T): T {
  const before = performance.now();
  const result = act();
  expect(performance.now() - before).toBeLessThan(1000);
  return result;
}

test('a configuration', () => {
  const words =
    '{ } [ ] : , " "defaults" "hosts" "profiles" "keys" "flags" "https://a.example" true null 1 // /* */ \\';
  const text = fc.oneof(
    textOf(words),
    fc.json(),
    fc.json().map(json => `{"hosts": ${json}, "profiles": ${json}}`),
  );
  fc.assert(
    fc.property(text, each => {
      const read = inTime(() => readConfig(each, 'config.json'));
      if (isFailure(read)) expect(read.text).toMatch(/^[^\n]+$/);
    }),
  );
});

test('a netrc file', () => {
  fc.assert(
    fc.property(textOf('machine default login password account macdef a.example # " \\ user'), text => {
      const found = inTime(() => netrcLogin(text, 'a.example'));
      if (found) expect(typeof reveal(found.password)).toBe('string');
    }),
  );
});

test('a header file', () => {
  fc.assert(fc.property(textOf('A B: ; : # \t X-A:'), text => void inTime(() => readHeaderFile(text))));
});

test('a Content-Disposition: a name in this folder', () => {
  const words = "attachment; filename= filename*= UTF-8'' %2e %00 %2F \" \\ / .. . - ~ CON nul .part";
  fc.assert(
    fc.property(textOf(words), fc.webUrl(), (line, url) => {
      const name = inTime(() => downloadName(line, url, 'text/plain'));
      expect(name).not.toMatch(/[/\\\u0000-\u001f\u007f]|^\.{0,2}$|^[-.]/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }),
  );
});

test('a Location is followed without the credentials of another origin, or rejected', () => {
  const plan = firstHop(requestFor('http://a.example/', { headers: ['Authorization: hush'] }));
  const rules = { locationTrusted: false, apiKeys: [], unixSocket: false };
  const words = 'http: https: ws: javascript: // / \\ @ : ? # a.example b.example 127.0.0.1 [::1] %2e .. é';
  fc.assert(
    fc.property(textOf(words), location => {
      const step = inTime(() => nextHop(plan, { status: 302, locations: [location], bodyTaken: false }, rules));
      if (isFailure(step) || step.kind !== 'follow') return;
      const { origin } = new URL(step.plan.url);
      expect(step.plan.headers.some(line => reveal(line.value) === 'hush')).toBe(origin === 'http://a.example');
    }),
  );
});

test('lines that set cookies', async () => {
  const environment = testEnvironment();
  const words =
    'a= b; Domain= Path= Expires= Max-Age= ; Secure HttpOnly SameSite= a.example .example / Thu, 01 Jan 2099';
  await fc.assert(
    fc.asyncProperty(fc.array(textOf(words), { maxLength: 4 }), async lines => {
      const jar = await openJar('none', environment);
      if (isFailure(jar)) throw new Error(jar.text);
      const before = performance.now();
      await jar.take(lines, 'https://a.example/');
      expect(await jar.header('https://b.test/')).toBe('');
      await jar.header('https://a.example/');
      expect(performance.now() - before).toBeLessThan(1000);
    }),
  );
});

test('HTML and XML: all text sent is shown, however it is split', () => {
  const words = '< > </ <a </a> <!-- --> -- <!DOCTYPE <? ?> = "x" & <b/> <![CDATA[ ]]> \n <c>';
  const solid = (text: string): string => text.replace(/\s+/g, '');
  fc.assert(
    fc.property(textOf(words), fc.array(fc.nat(60), { maxLength: 5 }), fc.boolean(), (text, cuts, indent) => {
      let shown = '';
      const pieces = new MarkupPieces(piece => {
        shown += piece;
      }, indent);
      const places = [0, ...cuts.filter(cut => cut < text.length).sort((a, b) => a - b), text.length];
      inTime(() => {
        for (const [at, to] of places.slice(1).entries()) pieces.write(text.slice(places[at], to));
        pieces.end();
      });
      expect(indent ? solid(shown) : shown).toBe(indent ? solid(text) : text);
    }),
  );
});

const name = fc.constantFrom('Query', 'String', 'A', 'I', '', '__proto__', 'a\u001b', '1');
const kind = fc.constantFrom('OBJECT', 'SCALAR', 'ENUM', 'UNION', 'INTERFACE', 'INPUT_OBJECT', 'LIST', 'NON_NULL', 'X');
const { schema } = fc.letrec(tie => {
  const odd = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
  return {
    ref: odd(fc.record({ kind, name, ofType: tie('ref') }, { requiredKeys: ['kind'] })),
    input: odd(fc.record({ name, type: tie('ref'), defaultValue: fc.string() }, { requiredKeys: ['name'] })),
    field: odd(
      fc.record({ name, type: tie('ref'), args: fc.array(tie('input'), { maxLength: 2 }) }, { requiredKeys: ['name'] }),
    ),
    type: odd(
      fc.record(
        {
          kind,
          name,
          fields: odd(fc.array(tie('field'), { maxLength: 3 })),
          inputFields: odd(fc.array(tie('input'), { maxLength: 2 })),
          enumValues: odd(fc.array(fc.record({ name }), { maxLength: 2 })),
          possibleTypes: odd(fc.array(tie('ref'), { maxLength: 2 })),
          interfaces: odd(fc.array(tie('ref'), { maxLength: 2 })),
        },
        { requiredKeys: ['kind', 'name'] },
      ),
    ),
    schema: fc.record({ queryType: odd(fc.record({ name })), types: odd(fc.array(tie('type'), { maxLength: 4 })) }),
  };
});

test('an introspection response', () => {
  fc.assert(
    fc.property(schema, raw => {
      const reply = inTime(() => readIntrospection(JSON.stringify({ data: { __schema: raw } }), 1, true));
      if (reply.kind === 'schema') inTime(() => indexSchema(reply.schema));
    }),
  );
});

const typeName = fc.constantFrom(
  'Query',
  'Mutation',
  'A',
  'B',
  'I',
  'U',
  'E',
  'In',
  'S',
  'Int',
  'String',
  'Missing',
  '__T',
);
const typed = fc
  .tuple(typeName, fc.constantFrom('', '!', '[]', '[!]!', '[[]!]'))
  .map(([type, wrap]) => (wrap.includes('[') ? wrap.replace(/\[(?!\[)/, `[${type}`) : `${type}${wrap}`));
const fieldName = fc.constantFrom('a', 'b', 'c', '__d', 'constructor');
const described = fc.constantFrom('', '"what it is" ', '"""\n  more\n""" ', '# no docs\n');
const value = fc.constantFrom(
  '',
  ' = 1',
  ' = null',
  ' = [1, "x"]',
  ' = { a: 1 }',
  ' = V',
  ' @deprecated(reason: "old")',
  ' @on',
);
const members = (of: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(of, { maxLength: 4 }).map(each => (each.length === 0 ? '' : ` { ${each.join(' ')} }`));
const joined = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map(part => (typeof part === 'string' ? fc.constant(part) : part))).map(all => all.join(''));
const input = joined(described, fieldName, ': ', typed, value);
const givenArguments = fc.oneof(fc.constant(''), joined('(', input, ')'));
const field = joined(
  described,
  fieldName,
  givenArguments,
  ': ',
  typed,
  fc.constantFrom('', ' @deprecated', ' @on(a: 1)'),
);
const definition = fc.oneof(
  joined(
    described,
    fc.constantFrom('type ', 'extend type ', 'interface '),
    typeName,
    fc.constantFrom('', ' implements I', ' implements I & B'),
    members(field),
  ),
  joined(fc.constantFrom('input ', 'extend input '), typeName, fc.constantFrom('', ' @oneOf'), members(input)),
  joined(
    fc.constantFrom('enum ', 'extend enum '),
    typeName,
    members(joined(described, fc.constantFrom('V', 'W', 'on'), fc.constantFrom('', ' @deprecated'))),
  ),
  joined('union ', typeName, fc.constantFrom('', ' = A', ' = | A | B', ' = U')),
  joined('scalar ', typeName, fc.constantFrom('', ' @specifiedBy(url: "https://a.example")')),
  joined('directive @on', givenArguments, ' on ', fc.constantFrom('FIELD', 'OBJECT | FIELD_DEFINITION')),
  joined(
    fc.constantFrom('schema', 'extend schema'),
    ' { ',
    fc.constantFrom('query', 'mutation', 'subscription'),
    ': ',
    typeName,
    ' }',
  ),
);

test('a schema in SDL', () => {
  let read = 0;
  const all = fc.array(definition, { maxLength: 8 });
  // Some documents have a character removed or inserted.
  const odd = fc.record({ at: fc.nat(), put: fc.constantFrom('', '', '}', '(', '"', '@', '!', '\u0000') });
  fc.assert(
    fc.property(all, fc.option(odd, { freq: 3 }), (definitions, damage) => {
      const whole = definitions.join('\n');
      const place = damage === null ? 0 : damage.at % (whole.length + 1);
      const text = damage === null ? whole : whole.slice(0, place) + damage.put + whole.slice(place + 1);
      let document: ReturnType<typeof parse>;
      try {
        document = parse(text);
      } catch {
        return;
      }
      read += 1;
      inTime(() => {
        const index = indexSchema(schemaIn({ __schema: schemaFromSdl(document) }) ?? ({ types: [] } as never));
        const built = buildGraphqlSchema(index);
        if ('problem' in built) expect(built.problem).not.toBe('');
      });
    }),
  );
  expect(read).toBeGreaterThan(10);
});
