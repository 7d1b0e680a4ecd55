import { execFileSync } from 'node:child_process';
import { isFailure } from '../../../source/core/failure.js';
import { readFormat, writeOut, writeOutNames } from '../../../source/core/response/write-out/format.js';
import { strftime } from '../../../source/core/response/write-out/strftime.js';
import type { Transfer } from '../../../source/core/response/write-out/values.js';
import { tenthOf } from '../../support/property.js';

const transfer: Transfer = {
  method: 'POST',
  url: 'http://a.example/x',
  effectiveUrl: 'https://a.example/y',
  status: 200,
  httpVersion: '2.0',
  headers: [
    ['Content-Type', 'application/json'],
    ['Set-Cookie', 'a=1'],
    ['set-cookie', 'b=2\u001b'],
  ],
  redirects: 1,
  retries: 2,
  connects: 2,
  received: 1000,
  sent: 7,
  headerBytes: 90,
  sentHeadBytes: 50,
  delivered: 1200,
  isProxied: true,
  certificates: ['Subject:CN=a\n', 'Subject:CN=b\u001b\n'],
  timing: { sentMs: 2.25, dnsMs: 0.5, connectMs: 1.25, tlsMs: 2, firstByteMs: 3, totalMs: 500, redirectMs: 2.5 },
  remote: { ip: '::1', port: 443 },
  exitCode: 0,
};

const safe = (text: string): string => text.replace(/\u001b/g, '␛');

function written(text: string, of: Transfer = transfer) {
  const format = readFormat(text);
  if (isFailure(format)) throw new Error(format.text);
  return writeOut(format, of, safe, JSON.stringify, Date.UTC(2024, 11, 30, 13, 4, 5, 678));
}

test.each([
  ['%{http_code} %{response_code}', '200 200'],
  ['a\\tb\\n%%{http_code}\\q100%', 'a\tb\n%{http_code}\\q100%'],
  ['%{time_namelookup} %{time_connect} %{time_appconnect} %{time_pretransfer}', '0.000500 0.001250 0.002000 0.002000'],
  ['%{time_starttransfer} %{time_total}', '0.003000 0.500000'],
  ['%{size_download} %{size_upload} %{size_header} %{speed_download}', '1000 7 90 2000'],
  ['%{url} %{url_effective} %{scheme} %{method}', 'http://a.example/x https://a.example/y HTTPS POST'],
  ['%{http_version} %{content_type} %{num_redirects} %{num_connects}', '2 application/json 1 2'],
  ['%{remote_ip}:%{remote_port} [%{local_ip}] %{local_port}', '::1:443 [] 0'],
  ['%header{CONTENT-TYPE}|%header{none}|', 'application/json||'],
  ['%{redirect_url}|%{errormsg}|%{filename_effective}|', '|||'],
  ['%header{set-cookie}', 'a=1'],
  ['%{num_retries} %{time_redirect} %{ssl_verify_result} %{http_connect} %{urlnum}', '2 0.002500 0 000 0'],
  ['%{url.scheme}://%{url.host}:%{url.port}%{url.path}?%{url.query}', 'http://a.example:80/x?'],
  ['%{conn_id} %{xfer_id} %{time_queue} %{tls_earlydata} [%{ftp_entry_path}]', '1 0 0.000000 0 []'],
  ['%{size_request} %{size_delivered} %{proxy_used} %{time_posttransfer}', '57 1200 1 0.002250'],
  ['%{num_certs} %{certs}', '2 Subject:CN=a\nSubject:CN=b␛\n'],
  ['%{urle.host} %{urle.port} %{urle.path} %{urle.fragment}|%{referer}', 'a.example 443 /y |'],
])('%j is %j', (format, text) => {
  expect(written(format)).toEqual({ out: text, err: '', files: [] });
});

test('everything as JSON, with numbers as numbers', () => {
  expect(JSON.parse(written('%{json}').out)).toMatchObject({
    http_code: 200,
    time_total: 0.5,
    content_type: 'application/json',
    redirect_url: null,
    size_download: 1000,
  });
  expect(JSON.parse(written('%{header_json}').out)).toEqual({
    'content-type': ['application/json'],
    'set-cookie': ['a=1', 'b=2\u001b'],
  });
});

test('a transfer without a response has zeros, and its failure is explained', () => {
  const { status: _, httpVersion: __, remote: ___, ...rest } = transfer;
  const failed: Transfer = { ...rest, headers: [], timing: {}, exitCode: 1, error: 'Cannot connect.' };
  expect(written('%{http_code} %{time_total} %{http_version}%{onerror} %{exitcode} %{errormsg}', failed).out).toBe(
    '000 0.000000 0 1 Cannot connect.',
  );
  expect(written('%{http_code}%{onerror} never').out).toBe('200');
});

test('server text is made safe, and written where the format specifies', () => {
  const hostile = { ...transfer, headers: [['X', 'a\u001b[2J']] as const };
  expect(written('1%{stderr}2%header{x}%{stdout}3', hostile)).toEqual({ out: '13', err: '2a␛[2J', files: [] });
});

test.each([
  ['%{http_coed}', 'Did you mean %{http_code}?'],
  ['%{}', 'apiclient help write-out'],
  ['%{__proto__}', 'apiclient help write-out'],
  ['%output{}', '%output{FILE}'],
  ['%output{>>}', '%output{FILE}'],
])('%j is rejected with a suggestion', (format, hint) => {
  expect(readFormat(format)).toMatchObject({ kind: 'usage', hint: expect.stringContaining(hint) });
});

/** Variables added to curl after 7.88, which the program's test compares. */
const ofCurl =
  'certs conn_id ftp_entry_path num_certs proxy_ssl_verify_result proxy_used size_delivered size_request time_posttransfer time_queue tls_earlydata xfer_id'.split(
    ' ',
  );

test.each(ofCurl)('%%{%s} of curl 8.17 is known', name => {
  expect(writeOutNames()).toContain(name);
});

test('texts for files, in the order of the format', () => {
  expect(written('a%output{f}b%{http_code}%output{>>g}c%{stderr}d%output{f}e%{stdout}g')).toEqual({
    out: 'ag',
    err: 'd',
    files: [
      { file: 'f', isAppended: false, text: 'b200' },
      { file: 'g', isAppended: true, text: 'c' },
      { file: 'f', isAppended: false, text: 'e' },
    ],
  });
});

test.each(
  tenthOf([
    '%Y-%m-%dT%H:%M:%SZ',
    '%a %A %b %B %c %C %d %D %e %F',
    '%g %G %h %I %j %n %p %r %R %s',
    '%t %T %u %U %V %w %W',
    '%x %X %y %z %%',
  ]),
)('%%time{%s} is formatted like date(1)', format => {
  const times: number[] = [];
  for (const [year, month] of [
    [2024, 11],
    [2025, 0],
    [2026, 11],
    [2020, 1],
    [2021, 0],
    [2032, 11],
  ] as const)
    for (let day = 1; day <= 31; day += 3) {
      const now = Date.UTC(year, month, day, day % 24, 4, 5, 678);
      times.push(now);
    }
  const theirs = execFileSync('date', ['-u', '-f', '-', `+${format}|`], {
    input: times.map(now => `@${now / 1000}\n`).join(''),
    env: { LC_ALL: 'C' },
    encoding: 'utf8',
  });
  expect(times.map(now => `${strftime(format, now)}|\n`).join('')).toBe(theirs);
});

test('%time{%f} is microseconds, and unknown letters are unchanged', () => {
  expect(written('%time{%f %Q %}').out).toBe('678000 %Q %');
});

test('every name is known', () => {
  for (const name of writeOutNames()) expect(readFormat(`%{${name}}`)).toHaveLength(1);
});
