/** The program and a server whose HTTP/2 frames end its session without another event (Node 20). */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { block, closeRawHttp2Servers, data, frame, ok, rawHttp2Server } from '../../support/hostile/raw-http2.js';
import { cliFile, runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';

const { caFile } = certificates();
const flags = ['--cacert', caFile, '-4'];

afterEach(closeRawHttp2Servers);

/** Breaks the session at the request with this number. */
const breaking = (number: number) =>
  rawHttp2Server(({ id, write, count }) => {
    if (count === number) write(ok(id), data(id, 'some'), frame(6, 0, 0, Buffer.alloc(3)));
    else write(ok(id, ['content-type', 'text/plain']), data(id, 'well', true));
  });

const violation = 'The response violates HTTP/2: FRAME_SIZE_ERROR.';

test('a broken session is a failure with a reason, not a bug', async () => {
  const { url } = await breaking(1);
  const { code, stderr } = await runProgram(['GET', url, ...flags]);
  expect([code, stderr]).toEqual([1, `apiclient: ${violation}\n  Pass --http1.1 to avoid HTTP/2.\n`]);
});

test('40 header blocks interrupted by a frame do not abort the process when their sessions are collected', async () => {
  const { url } = await rawHttp2Server(({ id, write }) =>
    write(frame(1, 0, id, block([':status', '200'], ['x-name', 'some text'])), data(id, 'x')),
  );
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'all.http'), Array(40).fill(`GET ${url}\n`).join('\n###\n'));
  const argv = ['run', path.join(folder, 'all.http'), '--keep-going', ...flags];
  const { code, stdout } = await runProgram(argv, {
    folder,
    command: [process.execPath, '--gc-interval=500', cliFile],
  });
  expect([code, stdout.match(/PROTOCOL_ERROR/g)?.length]).toEqual([1, 40]);
});

test('`run` sends the requests after a broken session and writes its report', async () => {
  const { url } = await breaking(2);
  const folder = temporaryFolder();
  const file = path.join(folder, 'all.http');
  writeFileSync(file, ['/a', '/broken', '/b'].map(each => `GET ${url}${each}\n`).join('\n###\n'));
  const { code } = await runProgram(['run', file, '--keep-going', '--report', 'json=report.json', ...flags], {
    folder,
  });
  expect(code).toBe(1);
  const report = readFileSync(path.join(folder, 'report.json'), 'utf8');
  expect(report.match(/"outcome": ?"\w+"/g)?.map(each => each.replace(/.*: ?/, ''))).toEqual([
    '"passed"',
    '"failed"',
    '"passed"',
  ]);
  expect(report).toContain(violation);
});

test('`--download` leaves a part file, not the file, if END_STREAM is missing', async () => {
  const { url } = await rawHttp2Server(({ id, write }) =>
    write(ok(id, ['content-length', '100']), data(id, 'hello'), frame(3, 0, id, Buffer.alloc(4))),
  );
  const folder = temporaryFolder();
  const { code, stderr } = await runProgram(['GET', `${url}/five.bin`, '--download', ...flags], { folder });
  expect(code).toBe(1);
  expect(stderr).toContain('The server reset the HTTP/2 stream in the middle of the body, after 5 of 100 bytes.');
  expect(() => readFileSync(path.join(folder, 'five.bin'))).toThrow();
});
