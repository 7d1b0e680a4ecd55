/** Settings of the full screen that are kept for each server or profile. Never a secret. */
import type { SubscriptionProtocol } from './command.js';
import { mayCarryCredential } from './credentials/header.js';
import { isFailure } from './failure.js';
import type { HeaderOption } from './options.js';
import { readHeaderLine } from './request/header-option.js';

/** Absent members were never set. */
export interface Remembered {
  /** Lines of headers that were typed, without those of credentials. */
  readonly headers?: readonly string[];
  /** As `headers`, of those that are switched off. */
  readonly off?: readonly string[];
  /** Names of headers that were typed and not kept. */
  readonly left?: readonly string[];
  /** The login that was used, in words without secrets: `Basic ada`. */
  readonly login?: string;
  /** The schema file that was chosen: an absolute path, or a URL. */
  readonly schema?: string;
  readonly get?: boolean;
  readonly protocol?: SubscriptionProtocol;
  readonly persisted?: boolean;
  /** Columns added to the schema, rows to the response. */
  readonly shift?: number;
  readonly rise?: number;
  /** Operations of a description are grouped by path; absent: by tag. */
  readonly grouping?: 'path';
}

const members: Readonly<Record<keyof Remembered, true>> = {
  headers: true,
  off: true,
  left: true,
  login: true,
  schema: true,
  get: true,
  protocol: true,
  persisted: true,
  shift: true,
  rise: true,
  grouping: true,
};

/** Whether a member of a place's settings is one that this version reads and writes. */
export const isRememberedMember = (name: string): boolean => Object.hasOwn(members, name);

const protocols: Readonly<Record<SubscriptionProtocol, true>> = {
  auto: true,
  'graphql-transport-ws': true,
  'graphql-ws': true,
  sse: true,
  'sse-single': true,
  multipart: true,
};
const maxHeaders = 50;
const maxLine = 4000;

/** The line of a header that may be kept; undefined: it may hold a credential, or needs a value of this session. */
export function keptLine(option: HeaderOption): string | undefined {
  if (mayCarryCredential(option) || option.kind === 'file' || option.kind === 'secret') return undefined;
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  const isCredential = /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) |\beyJ[\w-]{8}/i.test(option.value);
  return isCredential || option.value.includes('{{') ? undefined : `${option.name}: ${option.value}`;
}

/** Settings as they stand in a file; whatever is not one is left out. */
export function readRemembered(value: unknown): Remembered {
  if (typeof value !== 'object' || value === null) return {};
  const { get, protocol, persisted, shift, rise, grouping, ...rest } = value as Readonly<Record<string, unknown>>;
  return {
    ...listed('headers', keptLines(rest.headers)),
    ...listed('off', keptLines(rest.off)),
    ...listed('left', strings(rest.left)),
    ...worded('login', rest.login),
    ...worded('schema', rest.schema),
    ...(typeof get === 'boolean' ? { get } : {}),
    ...(typeof protocol === 'string' && Object.hasOwn(protocols, protocol)
      ? { protocol: protocol as SubscriptionProtocol }
      : {}),
    ...(typeof persisted === 'boolean' ? { persisted } : {}),
    ...(Number.isInteger(shift) ? { shift: shift as number } : {}),
    ...(Number.isInteger(rise) ? { rise: rise as number } : {}),
    ...(grouping === 'path' ? { grouping } : {}),
  };
}

const listed = <K extends string>(name: K, lines: readonly string[]) =>
  (lines.length === 0 ? {} : { [name]: lines }) as { readonly [key in K]?: readonly string[] };

const worded = <K extends string>(name: K, value: unknown) =>
  (typeof value === 'string' && value !== '' && value.length <= maxLine ? { [name]: value } : {}) as {
    readonly [key in K]?: string;
  };

const keptLines = (value: unknown): readonly string[] =>
  strings(value).filter(line => {
    const option = readHeaderLine(line);
    return !isFailure(option) && keptLine(option) !== undefined;
  });

const strings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [])
    .filter((each): each is string => typeof each === 'string' && each.length <= maxLine)
    .slice(0, maxHeaders);
