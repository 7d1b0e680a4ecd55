/** Messages on the screen name keys and fields. A flag is named only if no key is equivalent, and is then called a flag. */
import { failure } from '../../source/core/failure.js';
import { fieldTitle } from '../../source/core/oauth/flow-fields.js';
import { screenHint, screenWordsOf } from '../../source/tui/screen-words.js';
import { graphOf, type Source, sourcesIn } from '../support/import-graph.js';

test.each([
  [
    'Credentials are required: -B TOKEN, -u user:pass, --oauth2 … or -H.',
    'Credentials are required: press H to set them.',
  ],
  [
    'The server requires Digest. Pass --digest with -u USER:PASS.',
    'The server requires Digest. Press H to change the login or headers.',
  ],
  ['Pass the required scopes with --oauth2-scope.', 'Pass the required scopes with "Scopes" (H).'],
  ['Pass --oauth2-auth-url.', 'Fill in "Authorization URL" (H).'],
  ['Add --oauth2-client-key FILE.', 'Fill in "Client key" (H).'],
  [
    'Try --subscription-protocol graphql-ws, sse or multipart.',
    'Try "Subscription protocol" graphql-ws, sse or multipart (M).',
  ],
  ['Raise --max-size to accept it.', 'Raise --max-size to accept it. (Pass flags at the next start.)'],
  [
    'If this client has a secret, put it after the client ID: id:SECRET, id:env:NAME, or id: for a prompt.',
    'If this client has a secret, fill in "Client secret" (H).',
  ],
  [
    'Put one after the flow, or name the server with --oauth2-issuer URL.',
    'Fill in "Token URL", or name the server with "Issuer" (H).',
  ],
  ['Is the server up?', 'Is the server up?'],
  [
    'It wants them: -B, -K or -H; they go with the upgrade.',
    'It wants them: press H to set them; they go with the upgrade.',
  ],
  [
    `-H 'Accept-Encoding: identity' asks for it as it is.`,
    'The header "Accept-Encoding: identity" (H) asks for it as it is.',
  ],
  ['Check its permissions: ls -ld shows them.', 'Check its permissions: ls -ld shows them.'],
  ['Pass --schema FILE to skip introspection.', ''],
  ['Try again. Pass -v to see the request.', 'Try again.'],
])('%j is shown as %j', (hint, words) => {
  expect(screenHint(hint)).toBe(words);
});

test("no hint that can reach the screen mentions a member of a flag's value", () => {
  const speaks = /after the (?:flow|client id)|id:SECRET/;
  const texts = reached(sourcesIn('source'))
    .filter(({ file }) => /oauth/.test(file) && !/\/spec\.ts$/.test(file))
    .flatMap(({ code }) => [...code.matchAll(/'[^'\n]*'/g)].map(([text]) => text.slice(1, -1)))
    .filter(text => speaks.test(text));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.map(screenHint).filter(text => speaks.test(text))).toEqual([]);
});

test('a failure that names a flag shows the name of the field instead', () => {
  expect(screenWordsOf(failure('usage', '--oauth2-issuer is not a URL.', { hint: '--schema FILE' }))).toEqual(
    failure('usage', '"Issuer" is not a URL.'),
  );
});

/** The source files used while the screen is open. */
function reached(sources: readonly Source[]): readonly Source[] {
  const graph = graphOf(sources);
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of graph.get(file) ?? []) visit(next);
  };
  visit('tui/effects/perform.ts');
  visit('tui/app/reduce.ts');
  // The form of a header is for the flag. A prompt has its own hint.
  return sources.filter(({ file }) => found.has(file) && file !== 'core/request/header-option.ts');
}

/** The strings in a file that mention a flag among other words, with holes replaced by a letter. */
const textsIn = ({ code }: Source): readonly string[] =>
  [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)]
    .map(([text]) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'x'))
    .filter(text => /^[^\n]*[a-z]{2} [^\n]*[a-z]{2}[^\n]*$/.test(text) && text.match(flags) !== null)
    .filter(text => !/\bapiclient (?:graphql|auth)|\bsh -c\b/.test(text));

const flags = /(?:^|[\s("])(--[a-z][\w-]*|-[A-Za-z](?=[\s,.;:)]|$))/g;
/** Words that also refer to a key, a field or a menu item. */
const onScreenToo = (flag: string): boolean =>
  fieldTitle(flag) !== undefined ||
  /^(?:-[BuKHv]|--(?:oauth2|digest|bearer|auth|aws-sigv4|schema|query|get|persisted|document-id|extensions|subscription-protocol))$/.test(
    flag,
  );

test('no hint that can reach the screen names a flag if a key is equivalent', () => {
  const hints = reached(sourcesIn('source')).flatMap(source =>
    textsIn(source).map(hint => ({ file: source.file, hint })),
  );
  expect(hints.length).toBeGreaterThan(90);
  const wrong = hints.flatMap(({ file, hint }) => {
    const said = screenHint(hint);
    const left = [...said.matchAll(flags)].map(([, flag = '']) => flag).filter(onScreenToo);
    const isCalled = said.match(flags) === null || said.endsWith('(Pass flags at the next start.)');
    return left.length === 0 && isCalled ? [] : [`${file}: ${said}`];
  });
  expect(wrong).toEqual([]);
});
