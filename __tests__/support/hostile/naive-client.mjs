/**
 * A client without any precautions, with which each case first shows that its attack works. Usage: `naive-client.mjs MODE URL`.
 * Requests include headers that a user would pass: a token and a key.
 */
import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

setFlagsFromString('--max-old-space-size=2000');
const [mode, url] = process.argv.slice(2);
const secrets = { authorization: 'Bearer hush-token', 'x-api-key': 'hush-key', cookie: 'sid=hush-cookie' };
const show = value => process.stdout.write(`${value}\n`);

/** All strings in a value, including keys. */
function walk(value) {
  if (typeof value === 'string') show(value);
  else if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value)) {
      show(key);
      walk(each);
    }
}

/** The response as received by node:http, complete or not. */
const get = (address, headers = {}) =>
  new Promise((resolve, reject) => {
    const request = http.get(address, { headers, maxHeaderSize: 1 << 20 }, response => {
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

const post = async body =>
  (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).text();

// Not with fetch, which in some Node versions fails an assertion when a connection closes after a large body.
const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

const modes = {
  /** Prints every byte of the response. */
  print() {
    const { hostname, port, pathname } = new URL(url);
    const socket = net.connect(port, hostname, () =>
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
    );
    socket.on('data', chunk => process.stdout.write(chunk));
    socket.on('error', () => {});
  },
  /** Parses JSON and prints its strings. */
  async parsed() {
    const text = await post('{"query":"{ a }"}');
    try {
      walk(JSON.parse(text));
    } catch (error) {
      show(error.message);
      show(text);
    }
  },
  /** Reads and decodes everything without limits. */
  async take() {
    const { response, body } = await get(url);
    const codings = (response.headers['content-encoding'] ?? '').split(/\s*,\s*/).filter(Boolean);
    const bytes = codings.reduceRight((coded, coding) => decoders[coding](coded), body);
    show(`${response.statusCode} ${bytes.length}`);
    if (/json/.test(response.headers['content-type'] ?? ''))
      show(JSON.stringify(JSON.parse(bytes.toString()), undefined, 2).length);
  },
  /** Reads until the connection ends, whatever length was announced. */
  async believe() {
    const { hostname, port, pathname } = new URL(url);
    const socket = net.connect(port, hostname, () =>
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
    );
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => show(text.slice(text.indexOf('\r\n\r\n') + 4).length));
  },
  /** Follows every redirect with all credentials. */
  async follow() {
    let at = url;
    for (let hops = 0; hops < 60; hops++) {
      const { response } = await get(at, secrets);
      const to = response.headers.location ?? response.headers['content-location'];
      if (!to) return;
      at = new URL(to, at).href;
    }
  },
  /** Builds a schema from the response and prints it. */
  async schema() {
    const { buildClientSchema, printSchema } = await import('graphql');
    show(printSchema(buildClientSchema(JSON.parse(await post('{"query":"{ __schema }"}')).data)));
  },
  /** Subscribes and prints all messages. */
  async socket() {
    const { WebSocket } = await import('ws');
    let tries = 0;
    const connect = () => {
      const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws', { maxPayload: 0 });
      socket.on('open', () => socket.send('{"type":"connection_init"}'));
      socket.on('message', data => {
        const text = data.toString();
        show(text.length > 100_000 ? text.length : text);
        const message = JSON.parse(text);
        walk(message);
        if (message.type === 'complete') setImmediate(() => process.exit());
        if (message.type === 'connection_ack')
          socket.send('{"id":"1","type":"subscribe","payload":{"query":"subscription { a }"}}');
      });
      socket.on('error', error => show(error.message));
      socket.on('close', (_, reason) => {
        show(reason);
        if (++tries < 60) connect();
      });
    };
    connect();
  },
  /** Opens the URL that a server sends, using a shell. */
  async open() {
    const { authorization_endpoint: page } = await (await fetch(`${url}/.well-known/openid-configuration`)).json();
    execSync(`true ${page}`);
  },
  /** Saves a file under the name that a server sends. */
  async save() {
    const { response, body } = await get(url);
    const [, name] = /filename="([^"]*)"/.exec(response.headers['content-disposition']) ?? [];
    writeFileSync(name, body);
  },
};

await modes[mode]();
// A terminal may report the end before it has the last bytes. The observer ends this process when it has seen enough.
if (process.stdout.isTTY) setTimeout(() => {}, 2000);
