/** Time of untrusted exports with many equal names. */
import { FreeNames } from '../../../source/core/import/file-names.js';
import { readInsomnia } from '../../../source/core/import/insomnia.js';
import { readScript } from '../../../source/core/import/scripts.js';
import { SecretVariables } from '../../../source/core/import/secrets.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

/** An export of version 4 in which each request has a header with a template tag. */
const withTags = (count: number, tag: (nth: number) => string) => ({
  _type: 'export',
  resources: [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
    ...Array.from({ length: count }, (_, nth) => ({
      _id: `req_${nth}`,
      _type: 'request',
      parentId: 'wrk_1',
      name: 'books',
      method: 'GET',
      url: 'http://a.test/',
      headers: [{ name: 'X', value: tag(nth) }],
    })),
  ],
});

test.each([
  ['captured values', (nth: number) => `{% response 'body', 'req_${nth + 1}', '$.id' %}`],
  ['prompts', (nth: number) => `{% prompt 'Question ${nth}', '', 'a' %}`],
])('Insomnia requests with %s are read in time in proportion to their number', (_, tag) => {
  const [large, small] = [withTags(8000, tag), withTags(800, tag)];
  expectTimeRatioBelow(
    40,
    () => readInsomnia(large, 'insomnia.json'),
    () => readInsomnia(small, 'insomnia.json'),
  );
});

test('equal names of files and secrets are numbered in time in proportion to their number', () => {
  const named = (count: number) => () => {
    const files = new FreeNames();
    const secrets = new SecretVariables(() => false);
    return Array.from({ length: count }, (_, nth) => [files.take('books', '.http'), secrets.hide(`${nth}`, 'token')]);
  };
  expectTimeRatioBelow(40, named(6000), named(600));
});

test('a name with a number that another name has already is not used twice', () => {
  const files = new FreeNames();
  expect(['a', 'a-2', 'A', 'a', 'a-2', 'a'].map(name => files.take(name))).toEqual([
    'a',
    'a-2',
    'A-3',
    'a-4',
    'a-2-2',
    'a-5',
  ]);
});

test.each(['\\"', "\\'", '`\\`', '/* ', '=/['])(
  'a script of unclosed %s is read in time in proportion to its length',
  unit => {
    const script = (count: number) => () => {
      const text = `"${unit.repeat(count)}`;
      return [readScript(text, 'after'), new SecretVariables(() => false).inComment(text)];
    };
    expectTimeRatioBelow(40, script(20_000), script(2000));
  },
);

test.each([
  ['if(pm.response.code===200){', '}'],
  ['test("a",()=>{', '})'],
  ['try{', '}catch(e){}'],
  ['a&&', ''],
])('a script of nested %s is read in time in proportion to its length', (start, end) => {
  const script = (count: number) => () => readScript(`${start.repeat(count)}a${end.repeat(count)}`, 'after');
  expectTimeRatioBelow(40, script(3000), script(300));
});

test('a captured value with many conversions is read in time in proportion to their number', () => {
  const script = (count: number) => () =>
    readScript(`pm.environment.set("v", responseBody${'.toString()'.repeat(count)});`, 'after');
  expectTimeRatioBelow(40, script(8000), script(800));
});
