/** `--oauth2` flags in the `# @flags` of a text, which modify or replace the login of the screen's tab. */
import { parse } from '../../../source/command/parse.js';
import type { RequestCommand } from '../../../source/core/command.js';
import type { Failure } from '../../../source/core/failure.js';
import { performCopyCommand } from '../../../source/tui/effects/copy-command.js';
import type { Action } from '../../../source/tui/model/action.js';
import type { EntryRequest } from '../../../source/tui/model/effect.js';
import { testEnvironment } from '../../support/environment.js';
import { stubProvider } from '../../support/providers/stub-provider.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { entryContext, entryRequest, sentActions } from './entry-context.js';

afterEach(closeServers);

const readLine = (argv: readonly string[], under: readonly string[] = []) =>
  parse(argv, under, undefined, true) as RequestCommand | Failure;

/** A tab at an API. @param login its login flags */
async function tab(login: (provider: string) => readonly string[]) {
  const provider = await stubProvider();
  const api = await httpServer((response, { headers }) => response.end(headers.authorization ?? ''));
  const environment = testEnvironment();
  const readWords = (words: readonly string[], url: string) => readLine(['GET', url, ...words]);
  const { auth, headers } = readWords(login(provider.url), api.url) as RequestCommand;
  const context = entryContext(environment, readLine, { login: { auth, headers }, readWords });
  const requestOf = (text: string, more: Partial<EntryRequest> = {}): EntryRequest =>
    entryRequest(text, { url: api.url, file: 'x.http', ...more });
  /** Sends the request of a text. */
  const send = (text: string, more?: Partial<EntryRequest>): Promise<readonly Action[]> =>
    sentActions(requestOf(text, more), context);
  /** Copies the request of a text as an apiclient command. */
  const copy = async (text: string): Promise<string> => {
    const copied: string[] = [];
    await performCopyCommand(
      { kind: 'copy-command', program: 'apiclient', operation: requestOf(text) },
      context,
      action => copied.push('text' in action ? String(action.text) : action.type),
    );
    return copied.join('');
  };
  return { api, copy, provider, send, sent: () => api.seen.map(each => each.headers.authorization) };
}

const machine = (url: string) => [
  '--oauth2',
  `client_credentials:${url}/token:app:text:hush`,
  '--oauth2-scope',
  'read',
  '--oauth2-param',
  'audience=a',
];

test('after a 401 without a description, a note names the key for credentials', async () => {
  const api = await httpServer(response => response.writeHead(401).end());
  const actions = await sentActions(entryRequest(`GET ${api.url}/`), entryContext(testEnvironment(), readLine));
  const notes = actions.flatMap(each => (each.type === 'response/note' ? [each.text] : []));
  expect(notes).toEqual(['Credentials missing or rejected. Press H.']);
});

test('flags of a request modify the login of the tab for that request', async () => {
  const { api, provider, send, sent } = await tab(machine);
  await send(`GET ${api.url}/\n`);
  await send(`# @flags --oauth2-scope write --oauth2-param audience=b\nGET ${api.url}/\n`);
  expect(sent()).toEqual(['Bearer t1', 'Bearer t2']);
  expect(provider.forms.map(form => [form.get('scope'), form.getAll('audience')])).toEqual([
    ['read', ['a']],
    ['write', ['b']],
  ]);
});

test('requests with the same flags share a token', async () => {
  const { api, provider, send, sent } = await tab(url => [...machine(url), '--oauth2-no-cache']);
  const text = `# @flags --oauth2-scope write\nGET ${api.url}/\n`;
  await send(text);
  await send(text);
  expect(sent()).toEqual(['Bearer t1', 'Bearer t1']);
  expect(provider.forms).toHaveLength(1);
});

test('--oauth2 replaces the login of the tab', async () => {
  const { api, provider, send, sent } = await tab(() => ['-B', 'text:typed']);
  await send(`# @flags --oauth2 client_credentials:${provider.url}/token:other:text:hush\nGET ${api.url}/\n`);
  expect(sent()).toEqual(['Bearer t1']);
});

test('a copied command contains the modified login, and no token is fetched for it', async () => {
  const { api, copy, provider } = await tab(machine);
  const copied = await copy(`# @flags --oauth2-scope write\nGET ${api.url}/\n`);
  expect(copied).toContain('--oauth2-scope write');
  expect(copied).not.toMatch(/hush|--oauth2-scope read/);
  expect(provider.forms).toEqual([]);
});

test('for another server the flags have no effect, and a note explains why', async () => {
  const { api, provider, send } = await tab(machine);
  const other = await httpServer((response, { headers }) => response.end(headers.authorization ?? ''));
  const actions = await send(`# @flags --oauth2-scope write\nGET ${other.url}/\n`);
  expect(JSON.stringify(actions)).toContain(`The login in # @flags applies only to requests to ${api.url}.`);
  expect([other.seen.map(({ headers }) => headers.authorization), provider.forms.length]).toEqual([[undefined], 1]);
});

test('without a login that the flags could modify, nothing is sent', async () => {
  const { api, send } = await tab(() => ['-B', 'text:typed']);
  const actions = await send(`# @flags --oauth2-scope write\nGET ${api.url}/\n`);
  expect(actions.find(({ type }) => type === 'response/failed')).toMatchObject({
    failure: { text: '# @flags modify an OAuth 2.0 login, but this tab has none.' },
  });
  expect(api.seen).toEqual([]);
});

test('an opened file cannot modify or move the login until its rights are approved', async () => {
  const { api, provider, send } = await tab(machine);
  const thief = await stubProvider();
  for (const flags of ['--oauth2-scope admin', `--oauth2-issuer ${thief.url}`]) {
    const text = `# @flags ${flags}\nGET ${api.url}/\n`;
    const actions = await send(text, { opened: text });
    expect(actions.find(({ type }) => type === 'response/untrusted')).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining(flags.split(' ')[0] ?? '')]),
    });
  }
  expect([api.seen, thief.seen, provider.forms]).toEqual([[], [], []]);
});
