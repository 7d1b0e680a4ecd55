/** Captures and checks in scripts of Postman and other tools. */
import { readScript } from '../../../source/core/import/scripts.js';

const read = (script: string) => {
  const { captures, asserts, untranslated } = readScript(script, 'after');
  return {
    lines: [...captures.map(({ name, target }) => `${name} = ${target}`), ...asserts],
    isWhole: untranslated.length === 0,
  };
};

describe('a value is captured', () => {
  test.each([
    [
      'if the status is 200 or 201',
      'if (pm.response.code == 200 || pm.response.code == 201) { pm.globals.set("v", pm.response.json().id); }',
    ],
    ['if the status is below 300', 'if (pm.response.code < 300) pm.globals.set("v", pm.response.json().id);'],
    [
      'if the status check passes',
      'if (pm.response.to.have.status(200)) { pm.globals.set("v", pm.response.json().id) }',
    ],
    ['if it is there', 'const r = pm.response.json();\nif (r.id) { pm.globals.set("v", r.id); }'],
    [
      'if it is there, else with a log',
      'var r = pm.response.json();\nif (r && r.id !== undefined) {\n  pm.globals.set("v", r.id);\n} else {\n  console.log("none");\n}',
    ],
    [
      'if the response reports success',
      'if (pm.response.code === 200) {\n  const r = pm.response.json();\n  if (r.success && r.id) {\n    pm.globals.set("v", r.id);\n    console.log(r);\n  }\n}',
    ],
    [
      'else with a log without braces',
      'if (pm.response.code == 200) { pm.globals.set("v", pm.response.json().id); } else console.log({ a: 1 });',
    ],
    ['with &&', 'const r = pm.response.json(); r.id && pm.globals.set("v", r.id);'],
    [
      'in a try block',
      'try {\n  const r = JSON.parse(responseBody);\n  postman.setEnvironmentVariable("v", r.id);\n} catch (e) { console.log(e); }',
    ],
    ['of a destructured object', 'const { id, other: x } = pm.response.json();\npm.globals.set("v", id);'],
    ['with an empty default', "const r = pm.response.json().id || '';\npm.globals.set('v', r ?? null);"],
    ['as text', 'pm.globals.set("v", String(pm.response.json().id.toString()));'],
    ['of a variable that is assigned later', 'let r;\nr = pm.response.json();\npm.globals.set("v", r.id);'],
  ])('%s', (_, script) => {
    expect(read(script)).toEqual({ lines: ['v = $.id'], isWhole: true });
  });

  test('if it is in a list that is not empty', () => {
    const script =
      'const list = pm.response.json().data;\nif (list && list.length > 0) { pm.globals.set("v", list[0].id); }';
    expect(read(script)).toEqual({ lines: ['v = $.data[0].id'], isWhole: true });
  });

  test('from a cookie', () => {
    expect(read("pm.globals.set('v', pm.cookies.get('sid'));")).toEqual({ lines: ['v = cookie sid'], isWhole: true });
  });

  test('in a test with a check that is not translated, which is reported', () => {
    const script =
      'pm.test("x", () => { const r = pm.response.json(); check(r); pm.expect(r.a).to.eql(1); pm.globals.set("v", r.id); });';
    expect(read(script)).toEqual({ lines: ['v = $.id'], isWhole: false });
  });
});

test.each([
  ['another status', 'if (pm.response.code === 404) { pm.globals.set("v", pm.response.json().id); }'],
  ['a status that is not 200', 'if (pm.response.code !== 200) { pm.globals.set("v", pm.response.json().id); }'],
  ['an error', 'const r = pm.response.json(); if (r.error) { pm.globals.set("v", r.error.id); }'],
  ['another part of the response', 'const r = pm.response.json(); if (r.isAdmin) { pm.globals.set("v", r.id); }'],
  ['a value', 'const r = pm.response.json(); if (r.role === "admin") { pm.globals.set("v", r.id); }'],
  ['the opposite', 'const r = pm.response.json(); if (!r.id) { pm.globals.set("v", r.id); }'],
  [
    'an alternative',
    'const r = pm.response.json(); if (r.id) { pm.globals.set("v", r.id); } else { pm.globals.set("v", r.a); }',
  ],
  [
    'an alternative without braces',
    'const r = pm.response.json(); if (r.id) { pm.globals.set("v", r.id); } else pm.globals.set("v", r.a);',
  ],
])('a condition on %s is not translated', (_, script) => {
  expect(read(script)).toEqual({ lines: [], isWhole: false });
});

test.each(['if (x > 3) { x = compute(x); }', 'try { x = pm.response.json().other; } catch (e) {}', 'x = compute(x);'])(
  'a variable that %s changes is not captured',
  statement => {
    const script = `let x = pm.response.json().id;\n${statement}\npm.globals.set("v", x);`;
    expect(read(script)).toEqual({ lines: [], isWhole: false });
  },
);

test.each([
  ['pm.response.to.be.notFound', ['status == 404']],
  ['pm.response.to.not.have.status(500)', ['status != 500']],
  ['pm.response.to.have.status("Created")', ['status == 201']],
  ['pm.response.to.be.ok', ['status == 200']],
  ['pm.response.to.be.success', ['status == 2xx']],
  ['pm.expect(r.data).to.have.property("id").that.is.a("string")', ['$.data["id"] exists', '$.data["id"] is string']],
  ['pm.expect(r.items).to.be.an("array").that.is.not.empty', ['$.items is array', '$.items not is empty']],
  ['pm.expect(r).to.have.all.keys("a", "b")', ['$["a"] exists', '$["b"] exists']],
  ['pm.expect(r).to.include.keys(["a"])', ['$["a"] exists']],
  ['pm.expect(r.a, "message").to.eql(1)', ['$.a == 1']],
  ['pm.expect(r.a).to.be.undefined', ['$.a not exists']],
  ['pm.expect(r.a).to.match(/b+/i)', ['$.a matches /b+/i']],
  ['pm.expect([200, 201]).to.include(pm.response.code)', ['status matches ^(?:200|201)$']],
  ['pm.expect(pm.response.code).to.be.within(200, 299)', ['status >= 200', 'status <= 299']],
  ['pm.expect(Array.isArray(r.a)).to.be.true', ['$.a is array']],
])('%s is translated', (check, lines) => {
  expect(read(`const r = pm.response.json();\npm.test("x", () => { ${check}; });`)).toEqual({ lines, isWhole: true });
});

test.each([
  'pm.response.to.not.be.json',
  'pm.response.to.have.status("Odd")',
  'pm.response.to.have.status(code)',
  'pm.expect(r).to.be.an("array").that.is.odd',
  'pm.expect(r).to.not.have.keys("a")',
  'pm.expect(r.a, compute()).to.eql(1)',
  'pm.expect([200]).to.not.include(pm.response.code)',
])('%s is not translated', check => {
  expect(read(`const r = pm.response.json();\n${check};`)).toEqual({ lines: [], isWhole: false });
});
