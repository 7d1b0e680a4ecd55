/** Very large and very deep bodies, formatted by the built program into a pipe. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { runMeasured, runShell } from '../../support/shells/shell.js';

afterEach(closeServers);

/** A script for Node that prints the SHA-256 of its standard input. */
const hashOfInput = 'process.stdin.pipe(crypto.createHash("sha256").setEncoding("hex")).pipe(process.stdout)';

async function writeMany(response: ServerResponse, first: string, part: string, count: number, last: string) {
  response.write(first);
  for (let i = 0; i < count; i++) {
    if (!response.write(part)) await new Promise(resolve => response.once('drain', resolve));
  }
  response.end(last);
}

test('50 MB of JSON on one line are formatted in constant memory', async () => {
  const row = '{"id":12345678901234567890,"name":"someone","tags":["a","b"],"score":1.0},';
  const { url } = await httpServer(response => void writeMany(response, '[', row.repeat(1000), 700, '0]'));
  const line = `apiclient GET ${url} --pretty format | NODE_OPTIONS= "$NODE" -e '${hashOfInput}'`;
  const wanted = `[\n${'  {\n    "id": 12345678901234567890,\n    "name": "someone",\n    "tags": [\n      "a",\n      "b"\n    ],\n    "score": 1.0\n  },\n'.repeat(700_000)}  0\n]\n`;
  const ended = await runMeasured(line);
  expect(ended.stdout).toBe(createHash('sha256').update(wanted).digest('hex'));
  expect(ended.maxMiB).toBeLessThan(200);
});

test('JSON nested 10 million deep is shown, with a note', async () => {
  const part = '['.repeat(1_000_000);
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    void writeMany(response, '', part, 10, ']'.repeat(10_000_000));
  });
  const ended = await runShell(`apiclient GET ${url} --pretty format | tr -d ' \\n' | wc -c`);
  expect(ended).toMatchObject({ code: 0, stdout: '20000000\n' });
  expect(ended.stderr).toContain('Only 100 levels are indented');
});
