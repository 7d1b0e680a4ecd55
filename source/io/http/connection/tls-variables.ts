/** Environment variables for TLS: the lines that `-v` prints for them, and the notes on those that are ignored. */
import type { NetworkOptions } from '../../../core/options.js';
import type { Environment } from '../../../environment.js';

/** Variables with additional authorities: PEM files, and folders of PEM files. */
const fileVariables = ['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE'] as const;

/** A path of a variable. */
export interface NamedPath {
  readonly variable: string;
  readonly path: string;
  /** True for `SSL_CERT_DIR`, whose files are read without notes, like OpenSSL. */
  readonly isFolder: boolean;
}

/** Returns the files and folders with authorities that the environment variables name. */
export function authorityPaths({ variables }: Environment): readonly NamedPath[] {
  const files = fileVariables.flatMap(variable => {
    const path = variables[variable];
    return path ? [{ variable, path, isFolder: false }] : [];
  });
  const folders = (variables.SSL_CERT_DIR ?? '').split(':').filter(path => path !== '');
  return [...files, ...folders.map(path => ({ variable: 'SSL_CERT_DIR', path, isFolder: true }))];
}

const notes = new WeakMap<Environment, Map<string, string | undefined>>();

/** Adds a note, once per run and variable. */
export function noteVariable(variable: string, reason: string, environment: Environment): void {
  const found = notes.get(environment) ?? new Map<string, string | undefined>();
  notes.set(environment, found);
  if (!found.has(variable)) found.set(variable, `${variable} is ignored: ${reason}`);
}

/** Returns notes on ignored variables, once per run. */
export function variableNotes(environment: Environment): readonly string[] {
  const found = notes.get(environment);
  const texts = [...(found?.values() ?? [])].filter(text => text !== undefined);
  for (const variable of found?.keys() ?? []) found?.set(variable, undefined);
  return texts;
}

const described = new WeakSet<Environment>();

/** Returns a line for each variable that applies to an https request, once per run. */
export function variableLines(url: URL, network: NetworkOptions, environment: Environment): readonly string[] {
  if (url.protocol !== 'https:' || described.has(environment)) return [];
  described.add(environment);
  const ignored = notes.get(environment);
  const trusted = network.caFile === undefined && !network.insecure ? authorityPaths(environment) : [];
  const { SSLKEYLOGFILE: keys } = environment.variables;
  return [
    ...trusted
      .filter(({ variable }) => !ignored?.has(variable))
      .map(({ variable, path }) => `${variable}: trusting the certificate authorities in ${path}`),
    ...(keys && !ignored?.has('SSLKEYLOGFILE') ? [`SSLKEYLOGFILE: appending TLS keys to ${keys}`] : []),
  ];
}
