/**
 * A client without any precautions, with which each case first shows that its attack works. Requests include headers that a user
 * would pass: a token and a key. `naive-client.mjs MODE URL` runs it as a process.
 */
import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const secrets = { authorization: 'Bearer hush-token', 'x-api-key': 'hush-key', cookie: 'sid=hush-cookie' };

/** All strings in a value, including keys. */
function strings(value) {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...strings(each)]);
}

/** The response as received by node:http, complete or not. */
const get = (url, headers = {}) =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers, maxHeaderSize: 1 << 20 }, response => {
      const chunks = [];
      const done = () => resolve({ response, body: Buffer.concat(chunks) });
      response
        .on('data', chunk => chunks.push(chunk))
        .on('end', done)
        .on('close', done)
        .on('error', done);
    });
    request.on('error', reject);
  });

/** Sends a GET request over TCP and passes each chunk of the response on, until the connection closes. */
const read = (url, signal, onData) =>
  new Promise(resolve => {
    const { hostname, port, pathname } = new URL(url);
    const socket = net.connect({ port: Number(port), host: hostname, signal }, () =>
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
    );
    socket.on('data', onData);
    socket.on('error', () => {});
    socket.on('close', resolve);
  });

const post = async (url, body) =>
  (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).text();

// Not with fetch, which in some Node versions fails an assertion when a connection closes after a large body.
const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

const modes = {
  /** Prints every byte of the response. */
  print: (url, { show, signal }) => read(url, signal, show),
  /** Parses JSON and prints its strings. */
  async parsed(url, { show }) {
    const text = await post(url, '{"query":"{ a }"}');
    try {
      for (const each of strings(JSON.parse(text))) show(each);
    } catch (error) {
      show(error.message);
      show(text);
    }
  },
  /** Reads and decodes everything without limits. */
  async take(url, { show }) {
    const { response, body } = await get(url);
    const codings = (response.headers['content-encoding'] ?? '').split(/\s*,\s*/).filter(Boolean);
    const bytes = codings.reduceRight((coded, coding) => decoders[coding](coded), body);
    show(`${response.statusCode} ${bytes.length}`);
    if (/json/.test(response.headers['content-type'] ?? ''))
      show(JSON.stringify(JSON.parse(bytes.toString()), undefined, 2).length);
  },
  /** Reads until the connection ends, whatever length was announced. */
  async believe(url, { show, signal }) {
    let text = '';
    await read(url, signal, chunk => {
      text += chunk;
    });
    show(text.slice(text.indexOf('\r\n\r\n') + 4).length);
  },
  /** Follows every redirect with all credentials. */
  async follow(url) {
    let at = url;
    for (let hops = 0; hops < 60; hops++) {
      const { response } = await get(at, secrets);
      const to = response.headers.location ?? response.headers['content-location'];
      if (!to) return;
      at = new URL(to, at).href;
    }
  },
  /** Builds a schema from the response and prints it. */
  async schema(url, { show }) {
    const { buildClientSchema, printSchema } = await import('graphql');
    show(printSchema(buildClientSchema(JSON.parse(await post(url, '{"query":"{ __schema }"}')).data)));
  },
  /** Subscribes and prints all messages. Connects 60 times at most. */
  async socket(url, { show, signal }) {
    const { WebSocket } = await import('ws');
    const connection = () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws', { maxPayload: 0 });
        signal?.addEventListener('abort', () => socket.terminate());
        const leave = () => {
          socket.terminate();
          resolve(true);
        };
        const take = data => {
          const text = data.toString();
          show(text.length > 100_000 ? text.length : text);
          const message = JSON.parse(text);
          for (const each of strings(message)) show(each);
          if (message.type === 'complete') setImmediate(leave);
          if (message.type === 'connection_ack')
            socket.send('{"id":"1","type":"subscribe","payload":{"query":"subscription { a }"}}');
        };
        socket.on('open', () => socket.send('{"type":"connection_init"}'));
        socket.on('message', data => {
          try {
            take(data);
          } catch (error) {
            socket.terminate();
            reject(error);
          }
        });
        socket.on('error', error => show(error.message));
        socket.on('close', (_, reason) => {
          show(reason);
          resolve(false);
        });
      });
    for (let tries = 0; tries < 60 && !signal?.aborted; tries++) if (await connection()) return;
  },
  /** Opens the URL that a server sends, using a shell. */
  async open(url, { folder }) {
    const { authorization_endpoint: page } = await (await fetch(`${url}/.well-known/openid-configuration`)).json();
    execSync(`true ${page}`, { cwd: folder, stdio: 'ignore' });
  },
  /** Saves a file under the name that a server sends. */
  async save(url, { folder }) {
    const { response, body } = await get(url);
    const [, name] = /filename="([^"]*)"/.exec(response.headers['content-disposition']) ?? [];
    writeFileSync(path.resolve(folder, name), body);
  },
};

/**
 * Sends requests as described by the mode.
 * @param {string} mode
 * @param {string} url
 * @param {{ show(text: unknown): void, folder: string, signal?: AbortSignal }} surroundings output and working directory
 * @returns {Promise<void>}
 */
export const naively = (mode, url, surroundings) => modes[mode](url, surroundings);

if (path.basename(process.argv[1] ?? '') === 'naive-client.mjs') {
  setFlagsFromString('--max-old-space-size=2000');
  const [mode, url] = process.argv.slice(2);
  await naively(mode, url, { show: text => void process.stdout.write(`${text}\n`), folder: process.cwd() });
}
