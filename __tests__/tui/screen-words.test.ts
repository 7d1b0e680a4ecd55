/** Messages on the screen name keys and fields. A flag is named only if no key is equivalent, and is then called a flag. */
import { failure } from '../../source/core/failure.js';
import { flagsOnly, type Hint, hint, hintText, step, tryAgain } from '../../source/core/hint.js';
import { fieldTitle } from '../../source/core/oauth/flow-fields.js';
import { screenHint, screenWordsOf } from '../../source/tui/screen-words.js';
import { graphOf, type Source, sourcesIn } from '../support/import-graph.js';

test.each<[Hint, string]>([
  [
    hint`Credentials are required: ${step('set-login', '-B TOKEN, -u user:pass, --oauth2 … or -H.')}`,
    'Credentials are required: press H to set them.',
  ],
  [
    hint`The server requires Digest. ${step('change-login', 'Pass --digest with -u USER:PASS.')}`,
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
    hint`If this client has a secret, ${step('fill-in', 'put it after the client ID', 'Client secret')}.`,
    'If this client has a secret, fill in "Client secret" (H).',
  ],
  [
    hint`${step('fill-in', 'Put one after the flow', 'Token URL')}, or name the server with --oauth2-issuer URL.`,
    'Fill in "Token URL", or name the server with "Issuer" (H).',
  ],
  ['Is the server up?', 'Is the server up?'],
  [hint`${tryAgain} for a new code.`, 'Try again for a new code.'],
  [hint`Still waiting. ${step('cancel', 'Ctrl-C ends')}.`, 'Still waiting. Esc cancels.'],
  [hint`Free some space. ${step('run', 'df -h')} shows the disks.`, 'Free some space. df -h shows the disks.'],
  [
    hint`Pass ${step('header', "-H 'Accept: text/plain'", 'Accept: text/plain')} to request text.`,
    'Pass the header "Accept: text/plain" (H) to request text.',
  ],
  ['Check its permissions: ls -ld shows them.', 'Check its permissions: ls -ld shows them.'],
  [hint`${flagsOnly('Pass --schema FILE to skip introspection.')}`, ''],
  [hint`Try again.${flagsOnly(' Pass -v to see the request.')}`, 'Try again.'],
])('%j is shown as %j', (value, words) => {
  expect(screenHint(value)).toBe(words);
});

test('a command line prints the words of each step', () => {
  const value = hint`${tryAgain} for a new code.${flagsOnly(' Pass -v to see it.')}`;
  expect(hintText(value)).toBe('Run the command again for a new code. Pass -v to see it.');
});

test('a hint that contains another hint shows its own steps', () => {
  expect(screenHint(hint`Failed. ${hint`${tryAgain}.`}`)).toBe('Failed. Try again.');
});

test('untrusted text in a hint stays the same if it resembles a flag that logs in', () => {
  expect(screenHint('The API reports "Use Digest: -B".')).toContain('The API reports "Use Digest: -B".');
});

/** The source without the words of steps, which only a command line prints. */
const withoutSteps = (code: string): string => code.replace(/\b(?:step|flagsOnly)\((?:[^()]|\([^()]*\))*\)/g, 'x');

test("no hint that can reach the screen mentions a member of a flag's value", () => {
  const speaks = /after the (?:flow|client id)|id:SECRET/i;
  const sources = reached(sourcesIn('source')).filter(({ file }) => /oauth/.test(file));
  const texts = (change: (code: string) => string): readonly string[] =>
    sources
      .flatMap(({ code }) => [...change(code).matchAll(/'[^'\n]*'/g)].map(([text]) => text))
      .filter(text => speaks.test(text));
  expect(texts(code => code).length).toBeGreaterThan(3);
  expect(texts(withoutSteps)).toEqual([]);
});

test('a failure that names a flag shows the name of the field instead', () => {
  expect(
    screenWordsOf(failure('usage', '--oauth2-issuer is not a URL.', { hint: hint`${flagsOnly('--schema FILE')}` })),
  ).toEqual(failure('usage', '"Issuer" is not a URL.'));
});

/** Readers of flag values and arguments that are not typed on the screen, or are typed as flags in a `.http` file. */
const ofFlagValues: ReadonlySet<string> = new Set([
  'core/graphql/builder/pick/resolve.ts',
  'core/http-file/login-words.ts',
  'core/oauth/spec.ts',
  'core/openapi/call/arguments.ts',
  'core/request/header-option.ts',
]);

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
  return sources.filter(({ file }) => found.has(file) && !ofFlagValues.has(file));
}

/** The strings in a file that mention a flag among other words, with holes replaced by a letter. */
const textsIn = ({ code }: Source): readonly string[] =>
  [...withoutSteps(code).matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)]
    .map(([text]) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'x'))
    .filter(text => /^[^\n]*[a-z]{2} [^\n]*[a-z]{2}[^\n]*$/.test(text) && text.match(flags) !== null)
    .filter(text => !/\bapiclient (?:graphql|auth)|\bsh -c\b|^--oauth2 has no token URL/.test(text));

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
