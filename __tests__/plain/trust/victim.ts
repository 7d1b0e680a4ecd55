/**
 * A user with a secret file, a variable, a profile that requires confirmation, and a session; and a repository with one file.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { httpServer } from '../../support/servers/http-server.js';
import type { Attack } from './attacks.js';

export async function victim({
  text,
  files = {},
  links = {},
  isEcho = false,
  onFirst,
}: Omit<Attack, 'title'> & {
  /** The server responds with its own URL. */
  readonly isEcho?: boolean;
  /** Called with the folder of the file when the first request arrives. */
  readonly onFirst?: (folder: string) => void;
}) {
  let isFirst = true;
  const { url, seen } = await httpServer(response => {
    if (isFirst) onFirst?.(repo);
    isFirst = false;
    response.end(isEcho ? url : 'ok');
  });
  const environment = testEnvironment({ variables: { SECRET: '5ecret-variable' } });
  const { home } = environment;
  const repo = path.join(home, 'repo');
  const filled = (template: string): string =>
    template.replaceAll('BASE', url).replaceAll('PORT', new URL(url).port).replaceAll('HOME/', `${home}/`);
  for (const folder of ['repo', 'secret', '.config/apiclient']) mkdirSync(path.join(home, folder), { recursive: true });
  writeFileSync(path.join(home, 'secret/id_rsa'), '5ecret: key\n');
  writeFileSync(path.join(home, 'secret/env'), 'A=5ecret\n');
  writeFileSync(path.join(repo, 'x.http'), filled(text));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(repo, name), content);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(repo, name));
  const isHost = files['../config.json'] !== undefined;
  const config = {
    profiles: {
      shop: { url: 'https://shop.example', flags: { bearer: 'text:5ecret-token' }, confirm: true },
      plain: { url: 'http://plain.example', flags: { bearer: 'text:5ecret-token' } },
    },
    ...(isHost ? { hosts: { [url]: { bearer: 'text:5ecret-token' } } } : {}),
  };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify(config), { mode: 0o600 });
  const variables = { ...environment.variables, HOME_OF_TEST: home };
  const own = { ...environment, folder: repo, variables };
  return {
    environment: own,
    url,
    filled,
    seen,
    repo,
    home,
    run: async (...argv: readonly string[]) => {
      const before = { out: environment.out().length, err: environment.err().length };
      const code = await main(argv, own);
      return { code, out: environment.out().slice(before.out), err: environment.err().slice(before.err) };
    },
  };
}
