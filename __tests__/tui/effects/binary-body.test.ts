/** A body that is not text: the pane describes it, and `s` saves its bytes. */
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configured } from '../../../source/command/configured.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { readConfig } from '../../../source/core/config.js';
import type { Failure } from '../../../source/core/failure.js';
import { performSave } from '../../../source/tui/effects/response.js';
import { testEnvironment } from '../../support/environment.js';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { shown } from '../response/pane.js';
import { Screen } from '../support.js';
import { entryContext, entryRequest, sentActions } from './entry-context.js';

afterEach(closeServers);

const png = Buffer.from('89504e470d0a1a0a0000000d49484452ff00fe01', 'hex');

/** The screen after the response to a request of its text. */
async function screenOf(head: Readonly<Record<string, string>>, body: Uint8Array, status = 200): Promise<Screen> {
  const { url } = await httpServer(response => response.writeHead(status, head).end(body));
  const environment = testEnvironment();
  const read = (argv: readonly string[], under: readonly string[]) =>
    configured(argv, () => readConfig('{}', 'c.json'), 'c.json', under) as RequestCommand | Failure;
  const text = `GET ${url}/logo`;
  const screen = new Screen({ kind: 'http', query: text, url, sdl: null }).press('ctrl+r', '4');
  const id = screen.state.response.runId ?? 0;
  const actions = await sentActions(entryRequest(text), entryContext(environment, read));
  screen.effects.length = 0;
  return screen.do(...actions.map(each => ('id' in each ? { ...each, id } : each)));
}

test('a binary body is described in the pane, and s saves its bytes under the name of the server', async () => {
  const disposition = 'attachment; filename="../logo.png"';
  const screen = await screenOf({ 'content-type': 'image/png', 'content-disposition': disposition }, png);
  expect(shown(screen)).toEqual(['image/png, 20 B. Press s to save it.']);
  const [save] = screen.press('s', 'enter').asked;
  if (save?.kind !== 'save-text') throw new Error('Nothing was saved.');
  expect(path.basename(save.path)).toBe('logo.png');
  const file = path.join(mkdtempSync(path.join(temporaryFolder(), 'x-')), 'logo.png');
  await performSave(
    file,
    save.text,
    false,
    entryContext(testEnvironment(), () => [] as never),
    action => screen.do(action),
  );
  expect(screen.notice).toMatch(/logo\.png \(20 B\)\.$/);
  expect(readFileSync(file)).toEqual(png);
});

test('an empty body is named, with the key for the headers', async () => {
  expect(shown(await screenOf({}, Buffer.alloc(0), 204))).toEqual(['Empty body. Press ] for the headers.']);
});
