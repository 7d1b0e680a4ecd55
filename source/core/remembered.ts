/** Settings of the full screen that are kept for each server or profile. Never a secret. */
import type { SubscriptionProtocol } from './command.js';
import { isSecretName, mayCarryCredential } from './credentials/header.js';
import { isFailure } from './failure.js';
import type { Server } from './openapi/document/types.js';
import type { HeaderOption } from './options.js';
import { readHeaderLine } from './request/header-option.js';
import { isSessionName } from './session/words.js';

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
  /** The session that the endpoint was used in. */
  readonly session?: string;
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
  /** The server of a description that was chosen for new requests. */
  readonly server?: RememberedServer;
}

interface RememberedServer {
  /** As the description writes it, with the names of its variables. */
  readonly url: string;
  /** Values by the names of the variables. */
  readonly variables: Readonly<Record<string, string>>;
}

const members: Readonly<Record<keyof Remembered, true>> = {
  headers: true,
  off: true,
  left: true,
  login: true,
  session: true,
  schema: true,
  get: true,
  protocol: true,
  persisted: true,
  shift: true,
  rise: true,
  grouping: true,
  server: true,
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
const maxVariables = 50;

/** The line of a header that may be kept; undefined: it may hold a credential, or needs a value of this session. */
export function keptLine(option: HeaderOption): string | undefined {
  if (mayCarryCredential(option) || option.kind === 'file' || option.kind === 'secret') return undefined;
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  return isCredential(option.value) || option.value.includes('{{') ? undefined : `${option.name}: ${option.value}`;
}

const isCredential = (value: string): boolean =>
  /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) |\beyJ[\w-]{8}/i.test(value);

/**
 * A chosen server as it may be kept; undefined: a value that was typed may be a credential.
 * @param values in the order of the variables
 */
export function keptServer(
  { template: url, variables }: Pick<Server, 'template' | 'variables'>,
  values: readonly string[],
): RememberedServer | undefined {
  const mayBeSecret = variables.some(([name, offered], at) => {
    const value = values[at] ?? '';
    return !offered.includes(value) && (isSecretName(name) || isCredential(value) || value.includes('@'));
  });
  if (mayBeSecret || /[?#]|\/\/[^/]*@/.test(url)) return undefined;
  return { url, variables: Object.fromEntries(variables.map(([name], at) => [name, values[at] ?? ''])) };
}

/** Settings as they stand in a file; whatever is not one is left out. */
export function readRemembered(value: unknown): Remembered {
  if (typeof value !== 'object' || value === null) return {};
  const { get, protocol, persisted, shift, rise, grouping, server, ...rest } = value as Readonly<
    Record<string, unknown>
  >;
  return {
    ...listed('headers', keptLines(rest.headers)),
    ...listed('off', keptLines(rest.off)),
    ...listed('left', strings(rest.left)),
    ...worded('login', rest.login),
    ...(typeof rest.session === 'string' && isSessionName(rest.session) ? { session: rest.session } : {}),
    ...worded('schema', rest.schema),
    ...(typeof get === 'boolean' ? { get } : {}),
    ...(typeof protocol === 'string' && Object.hasOwn(protocols, protocol)
      ? { protocol: protocol as SubscriptionProtocol }
      : {}),
    ...(typeof persisted === 'boolean' ? { persisted } : {}),
    ...(Number.isInteger(shift) ? { shift: shift as number } : {}),
    ...(Number.isInteger(rise) ? { rise: rise as number } : {}),
    ...(grouping === 'path' ? { grouping } : {}),
    ...readServer(server),
  };
}

function readServer(value: unknown): Pick<Remembered, 'server'> {
  const { url, variables } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof url !== 'string' || url === '' || url.length > maxLine) return {};
  const values = Object.entries(variables ?? {}).flatMap(([name, text]) =>
    typeof text === 'string' && text.length <= maxLine ? [[name, text] as const] : [],
  );
  return { server: { url, variables: Object.fromEntries(values.slice(0, maxVariables)) } };
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
