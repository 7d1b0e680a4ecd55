/** A scripted browser that the program can start, which also plays the user. */
import { chmodSync, readFileSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './folder.js';
import { Person } from './servers/authorization-server.js';

/** A browser for `BROWSER`: logs in with an HTTP client at the URL that it is asked to open. */
export function browserScript() {
  const folder = temporaryFolder();
  const script = path.join(folder, 'browser');
  writeFileSync(script, `#!/bin/sh\nprintf '%s' "$1" > '${folder}/part' && mv '${folder}/part' '${folder}/url'\n`);
  chmodSync(script, 0o755);
  const person = new Person();
  const ended = new Promise<string>((resolve, reject) => {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== 'url') return;
      watcher.close();
      const url = readFileSync(path.join(folder, 'url'), 'utf8');
      person.open(url).then(() => resolve(url), reject);
    });
  });
  return { variables: { BROWSER: script }, ended, person };
}
