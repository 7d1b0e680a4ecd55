/** Items as HTTPie defines them, according to its recorded requests (`__tests__/wire/`). */
import { readItem } from '../../../../source/command/items.js';
import { type Failure, isFailure } from '../../../../source/core/failure.js';
import { itemsText, type ReadItem } from '../../../../source/core/request/items/assemble.js';

/** The JSON for words after a URL, or the error. */
function bodyOf(...words: readonly string[]): string | Failure {
  const items: ReadItem[] = [];
  for (const word of words) {
    const item = readItem(word);
    if (isFailure(item)) return item;
    if (item.kind !== 'field' || item.source.from !== 'text') throw new Error(`${word} is not a field with a text`);
    const { name, path, as, source } = item;
    items.push({ name, path, json: as === 'json' ? source.text : JSON.stringify(source.text) });
  }
  return itemsText(items);
}

test.each<readonly [words: readonly string[], body: string]>([
  [['a=b'], '{"a":"b"}'],
  [['a=1', 'b:=2', 'a=3'], '{"a":"3","b":2}'],
  [['n:=12345678901234567890', 'o:=1.0', 'p:=[1, 2]'], '{"n":12345678901234567890,"o":1.0,"p":[1, 2]}'],
  [['__proto__=x'], '{"__proto__":"x"}'],
  [['a"b=c'], '{"a\\"b":"c"}'],
  [['q='], '{"q":""}'],
  [['g=h:=i'], '{"g":"h:=i"}'],
  [['l\\=m\\:n\\\\o=p'], '{"l=m:n\\\\o":"p"}'],
  [['r\\s=t'], '{"r\\\\s":"t"}'],
  [['v=b\\=c'], '{"v":"b\\\\=c"}'],
  [['v=\\@c'], '{"v":"@c"}'],
  [['user@example.com=1'], '{"user@example.com":"1"}'],
  [['a[b]=1'], '{"a":{"b":"1"}}'],
  [['a[]=1', 'a[]:=2'], '{"a":["1",2]}'],
  [['a[2]=1'], '{"a":[null,null,"1"]}'],
  [['a[0]=1', 'a[0]=2'], '{"a":["2"]}'],
  [['a[b][]=1', 'a[b][][c]=2', 'a[d]=3'], '{"a":{"b":["1",{"c":"2"}],"d":"3"}}'],
  [['[]=1', '[]:=2'], '["1",2]'],
  [['[1][a]=1'], '[null,{"a":"1"}]'],
  [['a\\[b\\]=1'], '{"a[b]":"1"}'],
  [['a[\\1]=x', 'a[b\\]]=y'], '{"a":{"1":"x","b]":"y"}}'],
  [['a[01]=x'], '{"a":[null,"x"]}'],
  [['a[0_1]=x'], '{"a":[null,"x"]}'],
  [[], '{}'],
  [['a[ 1 ]=x'], '{"a":[null,"x"]}'],
  [['a[1.5]=x'], '{"a":{"1.5":"x"}}'],
  [['007=x'], '{"007":"x"}'],
  [['a:={"b": 1.0, "c": [1]}', 'a[d]=2', 'a[c][]:=3'], '{"a":{"b":1.0,"c":[1,3],"d":"2"}}'],
  [['a:=null', 'a[b]=1'], '{"a":{"b":"1"}}'],
  [['a[b]=1', 'a=2'], '{"a":"2"}'],
  [['a[0]:=null', 'a[0][b]=1'], '{"a":[{"b":"1"}]}'],
  [['bottle-on-wall[]:=1', 'bottle-on-wall[]:=2', 'x[y][z]:=true'], '{"bottle-on-wall":[1,2],"x":{"y":{"z":true}}}'],
])('%j are %s', (words, body) => {
  expect(bodyOf(...words)).toBe(body);
});

// The second of each pair is HTTPie 3.2's message.
test.each<readonly [words: readonly string[], ours: RegExp, httpie: string]>([
  [[']a=1'], /expected a name or "\[" instead of "\]"/, "Expecting a text, a number or '['"],
  [['[a]=1'], /expected a number or "\]" instead of "a"/, "Expecting a number or ']'"],
  [['[=1'], /expected a number or "\]" at its end/, "Expecting a number or ']'"],
  [['a[=1'], /expected a name, a number or "\]" at its end/, "Expecting a text, a number or ']'"],
  [['a[[=1'], /expected a name, a number or "\]" instead of "\["/, "Expecting a text, a number or ']'"],
  [['a[b=1'], /expected "\]" at its end/, "Expecting ']'"],
  [['a[b[=1'], /expected "\]" instead of "\["/, "Expecting ']'"],
  [['a[1[]=1'], /expected "\]" instead of "\["/, "Expecting ']'"],
  [['a]=1'], /expected "\[" instead of "\]"/, "Expecting '['"],
  [['a[b]c=1'], /expected "\[" instead of "c"/, "Expecting '['"],
  [['a[-1]=1'], /has a negative index/, 'Negative indexes are not supported.'],
  [['a[100000]=1'], /exceeds 100000/, 'no bound'],
  [['a[b]=1', 'a[]=2'], /needs a list, but "a" is an object/, "Can't perform 'append' based access on 'a'"],
  [['a[]=1', 'a[b]=2'], /needs an object, but "a" is a list/, "Can't perform 'key' based access on 'a'"],
  [['a=1', 'a[b]=2'], /needs an object, but "a" is a string/, "which has a type of 'string'"],
  [['a:=1', 'a[0]=2'], /needs a list, but "a" is a number/, "which has a type of 'number'"],
  [['a:=true', 'a[0]=2'], /needs a list, but "a" is true or false/, "which has a type of 'bool'"],
  [['a=1', '[]=2'], /needs a list, but the body is an object/, "Can't perform 'append' based access on ''"],
  [['[]=1', 'a=2'], /needs an object, but the body is a list/, "Can't perform 'key' based access on ''"],
  [
    ['a[b][c]=1', 'a[b][0]=2'],
    /needs a list, but "a\[b\]" is an object/,
    "Can't perform 'index' based access on 'a[b]'",
  ],
])('%j are rejected: %s', (words, ours) => {
  expect(bodyOf(...words)).toMatchObject({
    kind: 'usage',
    text: expect.stringMatching(ours),
    hint: expect.stringMatching(/^(?:Usage|Use|Put a list)/),
  });
});

test('a path as deep as an argument can be is not a bug', () => {
  const depth = 30_000;
  const text = bodyOf(`a${'[b]'.repeat(depth)}=1`);
  expect(text).toBe(`{"a":${'{"b":'.repeat(depth)}"1"${'}'.repeat(depth)}}`);
});
