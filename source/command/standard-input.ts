/** Standard input can be read once: finds all that ask for it in a command. */
import type { AuthOptions, BodyOption, HeaderOption, SecretSource, TextSource } from '../core/command.js';
import type { Refusals } from './refusals.js';

/** All parts of a command that may name standard input. */
export interface Readers {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly body?: BodyOption | undefined;
  /** Texts and files of the command, by the flag that names them. */
  readonly texts?: readonly (readonly [flag: string, source: TextSource | undefined])[];
}

/** Refuses a command in which two flags read standard input. */
export function refuseTwoReaders({ auth, headers, body, texts = [] }: Readers, refusals: Refusals): void {
  const secrets: (readonly [string, SecretSource | undefined])[] = [
    ['-u', auth.basic && ('whole' in auth.basic ? auth.basic.whole : auth.basic.password)],
    ['-B', auth.bearer],
    ...auth.apiKeys.map(key => ['-K', key.value] as const),
    ['--oauth2', auth.oauth2?.clientSecret],
    ['--oauth2-password', auth.oauth2?.password],
  ];
  const found = [
    ...secrets.filter(([, source]) => source?.from === 'file' && source.path === '-').map(([flag]) => `${flag} file:-`),
    ...headers.filter(header => header.kind === 'file' && header.path === '-').map(() => '-H @-'),
    ...[...texts, ...(body ? ofBody(body) : [])]
      .filter(([, source]) => source?.from === 'stdin')
      .map(([flag]) => `${flag} @-`),
  ];
  if (found.length > 1) {
    refusals.refuse(
      `Standard input can be read once: ${found[0]} and ${found[1]} both ask for it.`,
      'Put one of them into a file, or a secret into env:NAME.',
    );
  }
}

function ofBody(body: BodyOption): (readonly [string, TextSource])[] {
  switch (body.kind) {
    case 'data':
      return body.pieces.map(piece => (piece.from === 'urlencode' ? ['--data-urlencode', piece.value] : ['-d', piece]));
    case 'json':
      return [['--json', body.source]];
    case 'form':
      return body.parts.map(part => ['-F', part.source]);
    case 'items':
      return [];
  }
}
