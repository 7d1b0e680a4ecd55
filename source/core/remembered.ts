/** Full-screen settings that are remembered for each server or profile. They never contain a secret. */
import { isSecretName, mayCarryCredential } from './credentials/header.js';
import { isFailure } from './failure.js';
import { type SubscriptionProtocol, subscriptionProtocols } from './graphql/stream/protocols.js';
import type { Server } from './openapi/document/types.js';
import type { HeaderOption } from './options.js';
import { readHeaderLine } from './request/header-option.js';
import { isSessionName } from './session/words.js';

/** Settings. Absent members were never set. */
export interface Remembered {
  /** Typed header lines, without credentials. */
  readonly headers?: readonly string[];
  /** Like `headers`, for those that are switched off. */
  readonly off?: readonly string[];
  /** Names of typed headers that were not stored. */
  readonly left?: readonly string[];
  /** Description of the login that was used, without secrets: `Basic ada`. */
  readonly login?: string;
  /** Session the endpoint was used in. */
  readonly session?: string;
  /** Selected schema file: an absolute path, or a URL. */
  readonly schema?: string;
  readonly get?: boolean;
  readonly protocol?: SubscriptionProtocol;
  readonly persisted?: boolean;
  /** Columns added to the schema, and rows added to the response. */
  readonly shift?: number;
  readonly rise?: number;
  /** Grouping of a description's operations by path; absent if by tag. */
  readonly grouping?: 'path';
  /** Server of the description selected for new requests. */
  readonly server?: RememberedServer;
}

interface RememberedServer {
  /** URL as in the description, with variable names. */
  readonly url: string;
  readonly variables: Readonly<Record<string, string>>;
}

const maxHeaders = 50;
const maxLine = 4000;
const maxVariables = 50;

/**
 * Returns the line of a header that can be stored, or undefined if it may contain a credential or depends on a value of this
 * session.
 */
export function storableLine(option: HeaderOption): string | undefined {
  if (mayCarryCredential(option) || option.kind === 'file' || option.kind === 'secret') return undefined;
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  return isCredential(option.value) || option.value.includes('{{') ? undefined : `${option.name}: ${option.value}`;
}

const isCredential = (value: string): boolean =>
  /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) |\beyJ[\w-]{8}/i.test(value);

/**
 * Returns a selected server in the form that can be stored, or undefined if a typed value may be a credential.
 * @param values values of the variables in order
 */
export function storableServer(
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

/** Reads settings from a file, ignoring anything invalid. Returns all members, so that `members` lists them. */
export function readRemembered(value: unknown): Remembered & Readonly<Record<keyof Remembered, unknown>> {
  const settings = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { session, get, persisted, shift, rise } = settings;
  return {
    headers: unlessEmpty(storableLines(settings.headers)),
    off: unlessEmpty(storableLines(settings.off)),
    left: unlessEmpty(strings(settings.left)),
    login: textOr(settings.login),
    session: typeof session === 'string' && isSessionName(session) ? session : undefined,
    schema: textOr(settings.schema),
    get: typeof get === 'boolean' ? get : undefined,
    protocol: subscriptionProtocols.find(name => name === settings.protocol),
    persisted: typeof persisted === 'boolean' ? persisted : undefined,
    shift: Number.isInteger(shift) ? (shift as number) : undefined,
    rise: Number.isInteger(rise) ? (rise as number) : undefined,
    grouping: settings.grouping === 'path' ? 'path' : undefined,
    server: readServer(settings.server),
  };
}

const members = new Set(Object.keys(readRemembered({})));

/** Returns true if this version reads and writes a member of the settings. */
export const isRememberedMember = (name: string): boolean => members.has(name);

function readServer(value: unknown): RememberedServer | undefined {
  const { url: typed, variables } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const url = textOr(typed);
  if (url === undefined) return undefined;
  const values = Object.entries(variables ?? {}).flatMap(([name, text]) =>
    typeof text === 'string' && text.length <= maxLine ? [[name, text] as const] : [],
  );
  return { url, variables: Object.fromEntries(values.slice(0, maxVariables)) };
}

function unlessEmpty(lines: readonly string[]): readonly string[] | undefined {
  return lines.length === 0 ? undefined : lines;
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxLine ? value : undefined;
}

function storableLines(value: unknown): readonly string[] {
  return strings(value).filter(line => {
    const option = readHeaderLine(line);
    return !isFailure(option) && storableLine(option) !== undefined;
  });
}

function strings(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [])
    .filter((each): each is string => typeof each === 'string' && each.length <= maxLine)
    .slice(0, maxHeaders);
}
