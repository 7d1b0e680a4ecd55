/** Time of one small GET from process start to exit, compared with the minimum Node needs and with other tools. */
import { rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createSecureServer } from 'node:http2';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { findProgram, onPath } from '../support/programs.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { makeCertificate } from '../support/servers/certificate.js';
import { inParts, interleaved, type Lines, median, ratio, type Subject, table } from './measure.js';
import type { Measurement } from './names.js';
import { secureTimes } from './startup-tls.js';

const body = JSON.stringify({
  users: Array.from({ length: 20 }, (_, id) => ({ id, name: `User ${id}`, admin: false })),
});

const bareHttp = `const http = require('node:http');
http.get(process.argv[2], response => {
  const chunks = [];
  response.on('data', chunk => chunks.push(chunk));
  response.on('end', () => process.stdout.write(JSON.stringify(JSON.parse(Buffer.concat(chunks)), null, 2) + '\\n'));
});
`;

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function* bench({ parts, rounds }: Measurement): Lines {
  const home = passingFolder();
  const certificate = await makeCertificate(home, 'server', { name: '127.0.0.1', address: '127.0.0.1' });
  const answer: http.RequestListener = (request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(request.method === 'POST' ? `{"data":${body}}` : body);
  const plain = http.createServer(answer);
  const tls = https.createServer(certificate, answer);
  const url = `http://127.0.0.1:${await listen(plain)}/`;
  const secure = `https://127.0.0.1:${await listen(tls)}/`;
  const both = createSecureServer({ ...certificate, allowHTTP1: true }, answer as never);
  const picking = `https://127.0.0.1:${await listen(both)}/`;
  const script = path.join(home, 'bare.cjs');
  writeFileSync(script, bareHttp);
  const secureScript = path.join(home, 'bare-https.cjs');
  writeFileSync(
    secureScript,
    bareHttp.replace("'node:http'", "'node:https'").replace('argv[2],', 'argv[2], { rejectUnauthorized: false },'),
  );
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  const node = process.execPath;
  const curl = findProgram('curl');
  const [httpie, xh] = [findProgram('httpie'), onPath('xh')];
  const subjects: Subject[] = [
    { name: 'node -e 0', command: [node, '-e', '0'] },
    { name: 'bare node:http script', command: [node, script, url] },
    { name: 'bare node:https script', command: [node, secureScript, secure] },
    { name: 'apiclient GET, http', command: [node, cli, 'GET', url] },
    { name: 'apiclient GET, http, formatted', command: [node, cli, 'GET', url, '--pretty', 'all'] },
    {
      name: 'apiclient GET, http, first run ever',
      command: [node, cli, 'GET', url],
      variables: { XDG_CACHE_HOME: path.join(home, 'cold') },
      before: () => rmSync(path.join(home, 'cold'), { recursive: true, force: true }),
    },
    {
      name: 'apiclient GET, http, cache folder not writable',
      command: [node, cli, 'GET', url],
      variables: { XDG_CACHE_HOME: '/proc/none' },
    },
    {
      name: 'apiclient graphql --query, http',
      command: [node, cli, 'graphql', url, '--query', '{ users { id name admin } }'],
    },
    { name: 'apiclient GET, https', command: [node, cli, 'GET', secure, '-k'] },
    ...(curl
      ? [
          { name: 'curl, http', command: [curl, '-s', url] } as const,
          { name: 'curl, https', command: [curl, '-sk', secure] } as const,
        ]
      : []),
    ...(httpie
      ? [
          { name: 'HTTPie, http', command: [httpie, '--ignore-stdin', 'GET', url] } as const,
          { name: 'HTTPie, https', command: [httpie, '--ignore-stdin', '--verify=no', 'GET', secure] } as const,
        ]
      : []),
    ...(xh
      ? [
          { name: 'xh, http', command: [xh, '--ignore-stdin', 'GET', url] } as const,
          { name: 'xh, https', command: [xh, '--ignore-stdin', '--verify=no', 'GET', secure] } as const,
        ]
      : []),
  ];
  try {
    yield* inParts(parts, {
      programs: () => programTimes(subjects, rounds, home),
      tls: () => secureTimes({ home, url: secure, http2: picking, issuer: certificate.cert }, rounds),
    });
  } finally {
    plain.close();
    tls.close();
    both.close();
  }
}

async function* programTimes(subjects: readonly Subject[], rounds: number, home: string): Lines {
  yield `One GET of ${body.length} bytes of JSON (or one GraphQL query with the same answer) from a server on this machine: medians of ${rounds} interleaved rounds of`;
  yield 'complete processes with an empty home and NODE_EXTRA_CA_CERTS unset; ratios are medians of the ratios round by round.';
  yield '"First run ever" has no code cache and creates one; all other runs of apiclient use it.';
  yield '';
  await interleaved(subjects, 2, home);
  const runs = await interleaved(subjects, rounds, home);
  const of = (name: string) => runs.get(name) ?? [];
  const base = of('node -e 0');
  const bare = of('bare node:http script');
  yield* table(
    ['', 'ms', '/ node -e 0', '/ bare node:http'],
    subjects.map(({ name }) => [
      name,
      median(of(name).map(run => run.ms)).toFixed(1),
      ratio(of(name), base).toFixed(2),
      ratio(of(name), bare).toFixed(2),
    ]),
  );
  if (!runs.has('HTTPie, http')) return;
  yield '';
  yield `apiclient takes ${ratio(of('apiclient GET, http'), of('HTTPie, http')).toFixed(2)} of HTTPie's time over http,`;
  yield `${ratio(of('apiclient GET, https'), of('HTTPie, https')).toFixed(2)} over https.`;
}
