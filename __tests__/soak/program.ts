/**
 * The built program in a pseudo-terminal, measured from outside. Node's inspector collects garbage and reports
 * heap use and active handles; the kernel reports open files and CPU time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { WebSocket } from 'ws';
import { cliFile } from '../support/program.js';
import { startInTerminal, type TerminalProgram } from '../support/terminal.js';

/** Handles of a program that is waiting for input. */
export interface Handles {
  /** Open file descriptors. */
  readonly descriptors: number;
  /** Delays of all pending timers in milliseconds, unreferenced timers included. */
  readonly timers: readonly number[];
  /** Number of handles that keep the event loop alive, by kind: `TTYWrap`, `TCPSocketWrap` … */
  readonly resources: Readonly<Record<string, number>>;
}

export interface Heap {
  /** JavaScript heap in MiB after a full collection, without compiled code, which V8 creates and discards at will. */
  readonly heapMiB: number;
  readonly codeMiB: number;
}

/** Resources of a program that is waiting for input. */
export type Held = Handles & Heap;

export class SoakedProgram {
  readonly terminal: TerminalProgram;
  /** Address of Node's inspector. */
  readonly port: number;

  private constructor(terminal: TerminalProgram, port: number) {
    this.terminal = terminal;
    this.port = port;
  }

  /** Starts `apiclient …argv` at 120x40. */
  static async start(argv: readonly string[], variables: Readonly<Record<string, string>>): Promise<SoakedProgram> {
    const port = await freePort();
    // The inspector's address is read over HTTP so that it is not printed on the terminal.
    const flags = [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];
    const terminal = startInTerminal([], {
      command: [process.execPath, ...flags, cliFile, ...argv],
      columns: 120,
      rows: 40,
      variables,
      home: variables.HOME as string,
    });
    return new SoakedProgram(terminal, port);
  }

  async held(): Promise<Held> {
    return { ...(await this.handles()), ...(await this.heap()) };
  }

  /** Number of open file descriptors, without the inspector's connection. */
  get descriptors(): number {
    return readdirSync(`/proc/${this.terminal.pid}/fd`).length;
  }

  handles(): Promise<Handles> {
    const { descriptors } = this;
    return this.#inspected(async inspector => {
      const { result } = await inspector.ask('Runtime.evaluate', {
        expression: 'process.getActiveResourcesInfo()',
        returnByValue: true,
      });
      const timers = await timersIn(inspector);
      return {
        descriptors,
        timers,
        resources: counted((result as { value: string[] }).value),
      };
    });
  }

  /** Takes a heap snapshot, which costs about a second of CPU time. */
  heap(): Promise<Heap> {
    return this.#inspected(async inspector => {
      await inspector.ask('HeapProfiler.collectGarbage');
      const bytes = await inspector.heap();
      return { heapMiB: (bytes.all - bytes.code) / 2 ** 20, codeMiB: bytes.code / 2 ** 20 };
    });
  }

  /** Measures with the inspector, then detaches it, because it would hold objects itself. */
  async #inspected<T>(measure: (inspector: Inspector) => Promise<T>): Promise<T> {
    const reply = await fetch(`http://127.0.0.1:${this.port}/json/list`);
    const [{ webSocketDebuggerUrl }] = (await reply.json()) as [{ webSocketDebuggerUrl: string }];
    const inspector = await Inspector.open(webSocketDebuggerUrl);
    try {
      return await measure(inspector);
    } finally {
      await inspector.close();
    }
  }

  /** CPU use over the given number of idle seconds, in percent of one CPU. */
  async idlePercent(seconds: number): Promise<number> {
    const before = this.#ticks();
    await new Promise(resolve => setTimeout(resolve, seconds * 1000));
    // The kernel counts in hundredths of a second.
    return (this.#ticks() - before) / seconds;
  }

  #ticks(): number {
    const stat = readFileSync(`/proc/${this.terminal.pid}/stat`, 'utf8');
    const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 1).split(' ');
    return Number(user) + Number(system);
  }

  /** Quits with the key a user would press, and waits for the exit. */
  async quit(): Promise<void> {
    this.terminal.write('\x03\x03');
    await this.terminal.ended;
  }
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: [string[]] } };
  readonly nodes: readonly number[];
}

/** A connection to Node's inspector. */
class Inspector {
  readonly #socket: WebSocket;
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url, { maxPayload: 2 ** 30 });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new Inspector(socket)));
      socket.once('error', reject);
    });
  }

  /** Bytes of the heap after a full collection, measured by a heap snapshot. Off-heap memory is not counted. */
  async heap(): Promise<{ readonly all: number; readonly code: number }> {
    let text = '';
    const take = (data: unknown): void => {
      const { method, params } = JSON.parse(String(data)) as { method?: string; params: { chunk: string } };
      if (method === 'HeapProfiler.addHeapSnapshotChunk') text += params.chunk;
    };
    this.#socket.on('message', take);
    await this.ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    this.#socket.off('message', take);
    const { snapshot, nodes } = JSON.parse(text) as Snapshot;
    const { node_fields: fields, node_types: types } = snapshot.meta;
    const [kind, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
    const bytes = { all: 0, code: 0 };
    for (let at = 0; at < nodes.length; at += fields.length) {
      const name = types[0][nodes[at + kind] as number];
      if (name === 'native') continue;
      bytes.all += nodes[at + size] as number;
      if (name === 'code') bytes.code += nodes[at + size] as number;
    }
    return bytes;
  }

  ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#sent;
    return new Promise(resolve => {
      const take = (data: unknown): void => {
        const message = JSON.parse(String(data)) as { id?: number; result: Record<string, unknown> };
        if (message.id !== id) return;
        this.#socket.off('message', take);
        resolve(message.result);
      };
      this.#socket.on('message', take);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): Promise<void> {
    return new Promise(resolve => {
      this.#socket.once('close', () => resolve());
      this.#socket.close();
    });
  }
}

/** Counts objects with the prototype of a timer: Node itself lists only timers that keep the event loop alive. */
async function timersIn(inspector: Inspector): Promise<readonly number[]> {
  const made = '(timer => (clearTimeout(timer), timer.constructor.prototype))(setTimeout(() => {}, 1))';
  const prototype = (await inspector.ask('Runtime.evaluate', { expression: made })).result as { objectId: string };
  const { objects } = await inspector.ask('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
  const { objectId } = objects as { objectId: string };
  const { result } = await inspector.ask('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function () {
      return this.filter(each => !each._destroyed && each._idleTimeout > 0).map(each => each._idleTimeout);
    }`,
    returnByValue: true,
  });
  for (const each of [objectId, prototype.objectId]) await inspector.ask('Runtime.releaseObject', { objectId: each });
  return (result as { value: number[] }).value;
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
