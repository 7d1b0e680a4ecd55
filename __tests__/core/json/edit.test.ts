/** Edits of object members in any layout: many at once give the same text as one after the other. */
import { editMembers, type NewMember } from '../../../source/core/json/edit.js';
import { jsonObject } from '../../../source/core/json/tree.js';
import * as fc from '../../support/property.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // why\n', ' /* a */ ', '\n  // b\n  ');
const value = fc.constantFrom('1', '"x, }"', '[1,\n 2]', '{"a": 1}', '{\n  "b": 2\n}', 'null');
const object = fc
  .array(fc.tuple(blank, value, blank, blank), { maxLength: 7 })
  .chain(members => fc.tuple(fc.constant(members), fc.boolean(), blank))
  .map(([members, comma, end]) => {
    const texts = members.map(([before, json, between, after], at) => `${before}"k${at}":${between}${json}${after}`);
    return `{${texts.join(',')}${comma && texts.length > 0 ? ',' : ''}${end}}`;
  });
const names = fc.uniqueArray(fc.nat(9)).map(list => list.map(at => `k${at}`));
const news = fc.array(value, { maxLength: 5 }).map(list => list.map((json, at): NewMember => [`n${at}`, json]));

test('adding members', () => {
  fc.assert(
    fc.property(fc.oneof(object, fc.constant('')), news, (text, added) => {
      const single = added.reduce<string | undefined>(
        (before, member) => (before === undefined ? before : editMembers(before, [], [member])),
        text,
      );
      expect(editMembers(text, [], added)).toBe(single);
    }),
  );
});

test('removing members', () => {
  fc.assert(
    fc.property(object, names, (text, removed) => {
      const many = editMembers(text, removed, []) ?? '';
      expect(many === '' ? [] : jsonObject(many)?.members.map(each => each.name)).toEqual(
        jsonObject(text)?.members.flatMap(({ name }) => (removed.includes(name) ? [] : [name])),
      );
      const single = [...removed]
        .sort()
        .reverse()
        .reduce((before, name) => editMembers(before, [name], []) ?? '', text);
      expect(many).toBe(single);
    }),
  );
});

const comeAndGo = (count: number) => () => {
  const added = Array.from({ length: count }, (_, at): NewMember => [`n${at}`, at % 2 === 0 ? '1' : '{\n  "a": 1\n}']);
  const names = added.map(([name]) => name);
  const text = editMembers('{"a": 1}', [], added) ?? '';
  expect(Object.keys(JSON.parse(text))).toHaveLength(count + 1);
  const twos = names.map((name): NewMember => [name, '2']);
  const changed = editMembers(text, [], twos) ?? '';
  expect(JSON.parse(changed)).toMatchObject({ n0: 2, [`n${count - 1}`]: 2 });
  expect(JSON.parse(editMembers(changed, names, []) ?? '')).toEqual({ a: 1 });
  const even = names.filter((_, at) => at % 2 === 0);
  expect(JSON.parse(editMembers(changed, even, []) ?? '')).not.toHaveProperty('n0');
};

test('members are added, changed and removed in linear time', () => {
  expectTimeRatioBelow(50, comeAndGo(8000), comeAndGo(800));
});
