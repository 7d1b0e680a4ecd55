/** Finds all options that read standard input, which can be read only once. */

import { secretSources } from '../credentials/flags.js';
import { type Failure, usageError } from '../failure.js';
import type { AuthOptions, BodyOption, HeaderOption, NetworkOptions, QueryOption, TextSource } from '../options.js';

type NamedText = readonly [flag: string, source: TextSource | undefined];

/** Parts of a command that may read standard input. */
interface StdinUsers {
  readonly auth: AuthOptions;
  readonly query?: readonly QueryOption[];
  readonly headers: readonly HeaderOption[];
  readonly network?: Pick<NetworkOptions, 'keyPass'>;
  readonly body?: BodyOption | undefined;
  readonly texts?: readonly NamedText[];
}

/** Returns a usage error if two options read standard input. */
export function conflictingStdinUsers({
  auth,
  headers,
  network,
  query = [],
  body,
  texts = [],
}: StdinUsers): Failure | undefined {
  const [first, second] = [
    ...secretSources(auth)
      .filter(([, source]) => source.from === 'file' && source.path === '-')
      .map(([flag]) => `${flag} file:-`),
    ...(network?.keyPass?.from === 'file' && network.keyPass.path === '-' ? ['--key-pass file:-'] : []),
    ...headers.filter(header => header.kind === 'file' && header.path === '-').map(() => '-H @-'),
    ...[...texts, ...query.map(({ name, source }) => [`${name}==`, source] as const), ...ofBody(body)]
      .filter(([, source]) => source?.from === 'stdin')
      .map(([flag]) => (flag.endsWith('=') ? `${flag}@-` : `${flag} @-`)),
  ];
  if (second === undefined) return undefined;
  return usageError(
    `Standard input can be read only once, but both ${first} and ${second} use it.`,
    'Save one of them to a file, or put a secret in env:NAME.',
  );
}

function ofBody(body: BodyOption | undefined): readonly NamedText[] {
  switch (body?.kind) {
    case 'data':
      return body.pieces.map(piece => (piece.from === 'urlencode' ? ['--data-urlencode', piece.value] : ['-d', piece]));
    case 'json':
      return body.sources.map(source => ['--json', source]);
    case 'form':
      return body.parts.map(part => ['-F', part.source]);
    case 'items':
      return body.fields.map(({ name, as, source }) => [`${name}${as === 'json' ? ':=' : '='}`, source]);
    case undefined:
      return [];
  }
}

/** Returns true if any part of a body is standard input. */
export const readsStandardInput = (body: BodyOption | undefined): boolean =>
  ofBody(body).some(([, source]) => source?.from === 'stdin');
