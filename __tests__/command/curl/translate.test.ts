/** curl lines as this program parses them. `__tests__/wire/curl-lines.test.ts` checks that they send the same request. */

import { translatePasted } from '../../../source/command/curl/pasted.js';
import { translateCurl } from '../../../source/command/curl/translate.js';
import { pastedWords } from '../../../source/command/curl/words.js';
import { isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';

const U = 'https://a.example/x';

test.each([
  [
    ['-o', 'f', U],
    ['GET', U, '--output=f'],
  ],
  [
    ['-O', `${U}/cat.png?size=1`],
    ['GET', `${U}/cat.png?size=1`, '--output=cat.png'],
  ],
  [
    ['-OJ', U],
    ['GET', U, '--download'],
  ],
  [
    ['-O', '--output-dir', 'd/', U],
    ['GET', U, '--output=d/x'],
  ],
  [
    ['-C', '-', '-o', 'f', U],
    ['GET', U, '--output=f', '--continue'],
  ],
  [
    ['-I', U],
    ['HEAD', U, '--print=h'],
  ],
  [
    ['-D-', U],
    ['GET', U, '--include'],
  ],
  [
    ['-x', 'proxy', U],
    ['GET', U, '--proxy=http://proxy:1080'],
  ],
  [
    ['-x', 'http://proxy:3128', '-U', 'ada:p w@', U],
    ['GET', U, '--proxy=http://ada:p%20w%40@proxy:3128'],
  ],
  [
    ['--socks5-hostname', 'h:9050', U],
    ['GET', U, '--proxy=socks5h://h:9050'],
  ],
  [
    ['-x', '', U],
    ['GET', U, '--proxy='],
  ],
  [
    ['-E', 'me.pem:pass', '--key', 'k.pem', U],
    ['GET', U, '--cert=me.pem', '--key-pass=text:pass', '--key=k.pem'],
  ],
  [
    ['-u', 'env:HOME', U],
    ['GET', U, '--auth=text:env:HOME'],
  ],
  [
    ['-u', 'a:b', '--user', 'c:d', U],
    ['GET', U, '--auth=text:c:d'],
  ],
  [
    ['-6', '-4', U],
    ['GET', U, '--ipv4'],
  ],
  [
    ['-L', '--no-location', U],
    ['GET', U],
  ],
  [
    ['-c', 'jar', '-b', 'jar', U],
    ['GET', U, '--cookie-jar=jar'],
  ],
  [
    ['--max-t', '5', U],
    ['GET', U, '--timeout=5'],
  ],
  [['http://[::1]:8080/a'], ['GET', 'http://[::1]:8080/a']],
  [['localhost:9200'], ['GET', 'http://localhost:9200']],
  [
    ['-u', 'ada:pw', '-H', 'Authorization: Bearer t', U],
    ['GET', U, '--header=Authorization: Bearer t'],
  ],
  [
    ['-T', '-', U],
    ['PUT', U, '--data=@-', '--header=Content-Type:'],
  ],
  ...(
    [
      ['https://a.example', 'my files/a b!.txt', 'https://a.example/a%20b%21.txt'],
      ['a.example/up/', 'C:\\a.txt', 'http://a.example/up/a.txt'],
      ['https://a.example/up', 'a.txt', 'https://a.example/up'],
      ['https://a.example/up/?x', 'a.txt', 'https://a.example/up/?x'],
      ['https://a.example/up/', '-', 'https://a.example/up/'],
    ] as const
  ).map(([url, file, sent]) => [
    ['-T', file, url],
    ['PUT', sent, `--data=@${file}`, '--header=Content-Type:'],
  ]),
])('%j', (argv, ours) => {
  expect(translateCurl(argv)).toEqual({ argv: ours, notes: [] });
});

test.each([
  [['--frobnicate', U], 'Unknown curl flag --frobnicate.', 'apiclient --dry-run curl'],
  [['--dry-run', U], 'Unknown curl flag --dry-run.', 'before curl'],
  [['-K', 'file', U], "curl's -K", ''],
  [['--ntlm', '-u', 'a:b', U], "curl's --ntlm is not supported.", 'Digest'],
  [['-b', 'old.txt', '-c', 'new.txt', U], "curl's -b and -c with different files are not supported", '-c FILE'],
  [['-d'], "curl's -d needs a value.", 'curl -d VALUE URL'],
  [[], 'The curl line has no URL.', 'apiclient curl'],
  [[U, U], 'The curl line has several URLs.', 'Run apiclient curl once for each URL.'],
  [[U, '--next', U], "curl's --next is not supported.", 'Each command sends one request'],
  [['https://a.example/[1-3]'], 'curl would expand the { } or [ ] in this URL', '-g'],
  [['https://a.example/{a,b}'], 'curl would expand the { } or [ ] in this URL', '-g'],
  [['-G', '-d', '@f', U], "curl's -G with a query from a file is not supported.", 'NAME==TEXT'],
  [['-d', 'a', '-F', 'b=c', U], 'The curl line has two kinds of body.', 'Keep only one'],
  [['--proto', '=https', 'http://a.example'], "curl's --proto allows only https", 'https://'],
])('%j is rejected', (argv, text, hint) => {
  const refused = translateCurl(argv);
  if (!isFailure(refused)) throw new Error(`it became ${refused.argv.join(' ')}`);
  expect(refused.text).toContain(text);
  expect(hintText(refused.hint ?? '')).toContain(hint);
});

test('ignored flags are reported if their effect could be missed', () => {
  const found = translateCurl(['--limit-rate', '10k', '--compressed', '-d', '@f', U]);
  expect(found).toMatchObject({
    notes: [
      "curl's --limit-rate is ignored: the transfer speed is not limited.",
      "-d @FILE is sent unchanged; curl's -d would remove its line breaks.",
    ],
  });
});

describe('text copied from a page', () => {
  test.each([
    ['curl \'a b\' c\\ d "e\\"f$" g\'h\'"i"', ['curl', 'a b', 'c d', 'e"f$', 'ghi']],
    ['curl a \\\n  b \\\r\n c', ['curl', 'a', 'b', 'c']],
    ["curl $'a\\'b\\n\\x41\\u00e9\\U0001f600\\101\\\\n'", ['curl', "a'b\nAé😀A\\n"]],
    ["curl ''", ['curl', '']],
    ['\n# what it does\n$ curl a#b # no more', ['curl', 'a#b']],
    ['curl "a\\\nb"', ['curl', 'ab']],
    [
      'curl ^"https://a.example/?a=1^&b=%^2F^" ^\r\n  -H ^"x: ^\\^"y^\\^" z^"',
      ['curl', 'https://a.example/?a=1&b=%2F', '-H', 'x: "y" z'],
    ],
    [
      'curl "https://a.example/" ^\n  -H "x: a ^ b" ^\n  --data-raw "{\\"a\\":""b""}"',
      ['curl', 'https://a.example/', '-H', 'x: a ^ b', '--data-raw', '{"a":"b"}'],
    ],
    ['curl ^"x^" --data-raw ^"a^\n\nb^"', ['curl', 'x', '--data-raw', 'a\nb']],
  ])('%j', (text, words) => {
    expect(pastedWords(text)).toEqual({ words });
  });

  test.each([
    ['curl "a', 'The copied line has an unclosed quote.'],
    ['curl -H "Authorization: Bearer $TOKEN" x', 'The copied line contains $TOKEN, which only a shell can expand.'],
    ['curl $' + '{HOST}/x', 'The copied line contains $' + '{HOST}, which only a shell can expand.'],
    ['curl x -d "$(cat f)"', 'The copied line contains $(…), which only a shell can expand.'],
    ['curl `pwd`', 'The copied line contains `, which only a shell can expand.'],
    ['wget x', 'The copied text does not begin with curl.'],
    ['', 'The copied text does not begin with curl.'],
  ])('%j is rejected', (text, words) => {
    expect(translatePasted(text)).toMatchObject({ kind: 'usage', text: words });
  });

  test('a semicolon after the command, as Chrome copies it, needs no note', () => {
    expect(translatePasted(`curl -s ${U} ;\n`)).toEqual({ argv: ['GET', U, '--silent'], notes: [] });
  });

  test('text after the command is ignored with a note', () => {
    expect(translatePasted(`curl -s ${U} 2>/dev/null`)).toMatchObject({ argv: ['GET', U, '--silent'] });
    expect(translatePasted(`curl -s ${U} | jq .`)).toEqual({
      argv: ['GET', U, '--silent'],
      notes: ['Everything after the curl command is ignored, because only a shell can run it.'],
    });
  });
});
