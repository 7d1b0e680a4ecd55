/** Headless Chromium, controlled with the DevTools protocol over its WebSocket. */
import { chmodSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import got from 'got';
import WebSocket from 'ws';
import { temporaryFolder } from './folder.js';
import { programFile } from './programs.js';

export interface ChromiumScript {
  /** Command for `BROWSER` that opens its argument in a separate headless Chromium. */
  readonly script: string;
  /** Resolves once a page is open. */
  readonly page: Promise<ChromiumPage>;
}

/** Creates a program that a browser opener can start. */
export function chromiumScript(): ChromiumScript {
  const profile = temporaryFolder();
  const folder = temporaryFolder();
  const script = path.join(folder, 'browser');
  const flags =
    '--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-port=0';
  writeFileSync(
    script,
    `#!/bin/sh\nexec '${programFile('chromium')}' ${flags} --user-data-dir='${profile}' "$1" 2>/dev/null\n`,
  );
  chmodSync(script, 0o755);
  return { script, page: portOf(profile).then(ChromiumPage.open) };
}

/** The port that Chromium writes to a file when it is ready. */
function portOf(profile: string): Promise<number> {
  const file = path.join(profile, 'DevToolsActivePort');
  return new Promise(resolve => {
    const look = (): void => {
      const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
      if (!port) return;
      watcher.close();
      resolve(port);
    };
    const watcher = watch(profile, look);
    look();
  });
}

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly result?: { readonly value?: unknown } };
};

export class ChromiumPage {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Message) => void>();
  #loads: (() => void)[] = [];
  #count = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined) this.#answers.get(message.id)?.(message);
      if (message.method === 'Page.loadEventFired') for (const each of this.#loads.splice(0)) each();
    });
  }

  static async open(this: void, port: number): Promise<ChromiumPage> {
    type Target = { readonly type: string; readonly webSocketDebuggerUrl: string };
    const targets = await got(`http://127.0.0.1:${port}/json/list`).json<Target[]>();
    const target = targets.find(({ type }) => type === 'page');
    if (!target) throw new Error('Chromium has no page.');
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise(resolve => socket.once('open', resolve));
    const page = new ChromiumPage(socket);
    const loaded = page.loaded();
    await page.#call('Page.enable');
    if (!(await page.run('document.readyState === "complete" && location.protocol === "http:"'))) await loaded;
    return page;
  }

  #call(method: string, params: object = {}): Promise<Message> {
    this.#count += 1;
    const id = this.#count;
    return new Promise(resolve => {
      this.#answers.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Evaluates an expression in the page. */
  async run(expression: string): Promise<unknown> {
    return (await this.#call('Runtime.evaluate', { expression, returnByValue: true })).result?.result?.value;
  }

  /** Waits for the next page load. */
  loaded(): Promise<void> {
    return new Promise(resolve => this.#loads.push(resolve));
  }

  /** Fills in and submits forms until a page has none. */
  async submitForms(): Promise<void> {
    const submit = `(() => {
      const form = [...document.forms].find(each => each.method === 'post');
      if (!form) return false;
      for (const input of form.querySelectorAll('input:not([type=hidden])')) input.value = 'jane';
      setTimeout(() => form.requestSubmit());
      return true;
    })()`;
    for (;;) {
      const loaded = this.loaded();
      if (!(await this.run(submit))) return;
      await loaded;
    }
  }

  /** Closes the browser. */
  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#socket.once('close', resolve));
    this.#socket.send(JSON.stringify({ id: 0, method: 'Browser.close' }));
    await closed;
  }
}
