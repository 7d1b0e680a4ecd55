/** Completion after `# @`: the program understands every offered word. */
import { requestFlags } from '../../../source/command/request-flags.js';
import { parseCheck } from '../../../source/core/checks/check.js';
import { isFailure } from '../../../source/core/failure.js';
import { pick } from '../../../source/core/graphql/intelligence/suggestion.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { completeHttp } from '../../../source/core/openapi/intelligence/complete-text.js';
import { Screen } from '../../tui/support.js';

const flags = requestFlags();

/** The labels offered at the end of a line above a request, starting with those that match its last word. */
function offered(line: string): readonly string[] {
  const sources = { description: undefined, serverOf: () => undefined, values: new Map(), names: [], flags };
  const found = completeHttp(sources, `${line}\nGET http://a.test/\n`, line.length);
  return found === undefined ? [] : pick(found.items, line.slice(found.from)).map(({ label }) => label);
}

test.each<readonly [string, readonly string[]]>([
  ['# @as', ['assert']],
  ['// @ret', ['retry']],
  ['# @assert sta', ['status']],
  ['# @assert status ex', ['exists']],
  ['# @assert status not st', ['startsWith']],
  ['# @assert $.items[0].id is int', ['integer']],
  ['# @assert $.items count >', ['>', '>=']],
  ['# @assert time fir', ['first-byte']],
  ['# @assert cert da', ['days']],
  ['# @capture token = hea', ['header']],
  ['# @retry 5 ', ['every', 'until']],
  ['# @retry 5 every 1s u', ['until']],
  ['# @retry 5 until sta', ['status']],
  ['# @flags --timeo', ['--timeout']],
  ['# @flags -L --tls-min ', ['1.0', '1.1', '1.2', '1.3']],
  ['# @capture tok', []],
  ['# @assert status == ', []],
  ['# @assert header ', []],
  ['# @name get', []],
  ['# no @as', []],
  ['### @as', []],
])('%s', (line, expected) => {
  expect(offered(line).slice(0, Math.max(1, expected.length))).toEqual(expected);
});

test('every offered directive has an effect', () => {
  const known = ['a = $.a', '5', ''];
  for (const name of offered('# @')) {
    const files = known.map(value => parseHttpFile(`# @${name} ${value}\nGET http://a.test/\n`));
    const plain = JSON.stringify(parseHttpFile('# nothing here\nGET http://a.test/\n').entries[0]).replace(
      /"line":\d+|"(?:from|to)":\d+/g,
      '',
    );
    const changed = files.some(
      ({ entries, problems }) =>
        problems.length > 0 || JSON.stringify(entries[0]).replace(/"line":\d+|"(?:from|to)":\d+/g, '') !== plain,
    );
    expect([name, changed]).toEqual([name, true]);
  }
  expect(offered('# @')).toEqual(
    expect.arrayContaining(['name', 'assert', 'capture', 'flags', 'skip', 'retry', 'ref']),
  );
});

test('every offered operator and kind makes a check', () => {
  const needsNothing = ['exists', 'not'];
  for (const operator of offered('# @assert status ')) {
    const end = { is: 'integer', count: '> 1', not: 'exists', in: '[1]', exists: '' }[operator] ?? '1';
    expect([operator, isFailure(parseCheck(`status ${operator} ${end}`))]).toEqual([operator, false]);
  }
  for (const kind of offered('# @assert $.a is ').filter(each => !needsNothing.includes(each)))
    expect([kind, isFailure(parseCheck(`$.a is ${kind}`))]).toEqual([kind, false]);
  for (const target of offered('# @assert ')) {
    const name = target === 'cert' ? offered('# @assert cert ')[0] : target === 'xpath' ? '"//a"' : 'x';
    const whole = /^(?:header|cookie|regex|cert|xpath|css)$/.test(target) ? `${target} ${name}` : target;
    expect([target, isFailure(parseCheck(`${whole} exists`))]).toEqual([target, false]);
  }
});

/** The screen, typing in the text. */
const typing = (): Screen =>
  new Screen({ kind: 'http', url: '', sdl: null, flags }).do({ type: 'connect/without' }).press('2', 'i');

test('the list opens while typing, Tab completes, and Enter after a complete word starts a new line', () => {
  const screen = typing().type('# @').press('a', 's', 'tab');
  expect([screen.query, screen.state.completion.list?.shown[0]?.label]).toEqual(['# @assert ', 'status']);
  screen.press('tab').type(' !');
  expect(screen.state.completion.list?.shown.map(({ label }) => label)).toEqual(['!=']);
  screen.type('= 200').press('enter').type('# @skip').press('enter').type('# @flags --timeo').press('tab');
  expect(screen.query).toBe('# @assert status != 200\n# @skip\n# @flags --timeout');
});

test('a dash, a comparison or @ elsewhere opens nothing', () => {
  const screen = typing().type('GET http://a.test/\nX-A: a-').press('<', '!', '@', '-');
  expect(screen.state.completion.list).toBeUndefined();
});
