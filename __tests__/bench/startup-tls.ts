/** Start-up over TLS with Node's own roots and with a system-sized bundle, compared with other programs using the same files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { findProgram } from '../support/programs.js';
import { interleaved, type Lines, median, ratio, type Subject, table } from './measure.js';

/** The request of all subjects, and the certificates to trust. */
export interface SecurePlace {
  readonly home: string;
  readonly url: string;
  /** URL of a server that selects HTTP/2. */
  readonly http2: string;
  /** The server's issuer, which no bundle contains. */
  readonly issuer: string;
}

/** A script that sends the request with node:https and the given options. */
const bare = (options: string): string => `const https = require('node:https');
const fs = require('node:fs');
https.get(process.argv[2], ${options}, response => {
  const chunks = [];
  response.on('data', chunk => chunks.push(chunk));
  response.on('end', () => process.stdout.write(JSON.stringify(JSON.parse(Buffer.concat(chunks)), null, 2) + '\\n'));
}).on('error', () => process.exit(1));
`;

interface Row {
  /** The trusted certificates. */
  readonly with: string;
  readonly base: Subject;
  readonly others: readonly Subject[];
}

/** Subjects of the benchmark; those of one row use the same files. */
function secureRows({ home, url, http2, issuer }: SecurePlace): readonly Row[] {
  const file = (name: string, text: string): string => {
    const target = path.join(home, name);
    writeFileSync(target, text);
    return target;
  };
  const roots = rootCertificates.slice(0, 139);
  const bundle = file('bundle.pem', [...roots, issuer].join('\n'));
  const strangers = file('strangers.pem', roots.join('\n'));
  const read = (from: string): string => `{ ca: fs.readFileSync(${JSON.stringify(from)}) }`;
  const scripts = {
    unchecked: file('unchecked.cjs', bare('{ rejectUnauthorized: false }')),
    bundle: file('bundled.cjs', bare(read(bundle))),
    strangers: file('strange.cjs', bare(read(strangers))),
  };
  const node = process.execPath;
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  const [curl, httpie] = [findProgram('curl'), findProgram('httpie')];
  const theirs = (of: string, forCurl: readonly string[], forHttpie: readonly string[]): readonly Subject[] => [
    ...(curl ? [{ name: `curl, ${of}`, command: [curl, '-s', ...forCurl, url] as const }] : []),
    ...(httpie
      ? [{ name: `HTTPie, ${of}`, command: [httpie, '--ignore-stdin', ...forHttpie, 'GET', url] as const }]
      : []),
  ];
  const get = [node, cli, 'GET', url] as const;
  return [
    {
      with: "Node's roots (-k)",
      base: { name: 'bare, unchecked', command: [node, scripts.unchecked, url] },
      others: [{ name: 'apiclient -k', command: [...get, '-k'] }, ...theirs('-k', ['-k'], ['--verify=no'])],
    },
    {
      with: 'the version of HTTP (-k)',
      base: { name: 'bare, HTTP/1.1', command: [node, scripts.unchecked, url] },
      others: [
        { name: 'apiclient, HTTP/1.1 picked', command: [...get, '-k'] },
        { name: 'apiclient --http1.1', command: [...get, '-k', '--http1.1'] },
        { name: 'apiclient, HTTP/2 picked', command: [node, cli, 'GET', http2, '-k'] },
        ...(curl ? [{ name: 'curl, HTTP/2 picked', command: [curl, '-sk', http2] as const }] : []),
      ],
    },
    {
      with: 'a bundle of 140',
      base: { name: 'bare, ca: bundle', command: [node, scripts.bundle, url] },
      others: [
        { name: 'apiclient --cacert', command: [...get, '--cacert', bundle] },
        { name: 'apiclient, SSL_CERT_FILE', command: get, variables: { SSL_CERT_FILE: bundle } },
        ...theirs('bundle', ['--cacert', bundle], [`--verify=${bundle}`]),
      ],
    },
    {
      with: '139 strangers: refused',
      base: { name: 'bare, ca: strangers', command: [node, scripts.strangers, url], fails: true },
      others: [
        { name: 'apiclient --cacert, refused', command: [...get, '--cacert', strangers], fails: true },
        {
          name: 'apiclient, SSL_CERT_FILE, refused',
          command: get,
          variables: { SSL_CERT_FILE: strangers },
          fails: true,
        },
      ],
    },
  ];
}

/** Run times, and ratios to the bare script with the same files. */
export async function* secureTimes(place: SecurePlace, rounds: number): Lines {
  yield 'Over TLS, by trusted certificates, compared with a bare node:https script using the same files:';
  yield '';
  const rows = secureRows(place);
  const subjects = rows.flatMap(({ base, others }) => [base, ...others]);
  await interleaved(subjects, 2, place.home);
  const runs = await interleaved(subjects, rounds, place.home);
  const of = (name: string) => runs.get(name) ?? [];
  yield* table(
    ['believes', '', 'ms', '/ bare node:https with the same files'],
    rows.flatMap(({ with: believed, base, others }) =>
      [base, ...others].map(({ name }) => [
        believed,
        name,
        median(of(name).map(run => run.ms)).toFixed(1),
        ratio(of(name), of(base.name)).toFixed(2),
      ]),
    ),
  );
}
