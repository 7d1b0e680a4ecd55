/** argv -> Command | Failure. */
import type { Command, NetworkOptions, OutputOptions } from '../core/command.js';
import { type Failure, usageError } from '../core/failure.js';

export const defaultNetwork: NetworkOptions = {
  follow: false,
  maxRedirects: 30,
  locationTrusted: false,
  connectTimeoutMs: 30_000,
  retries: 0,
  insecure: false,
  resolve: [],
  http2: false,
  cookies: [],
  netrc: false,
};

export const defaultOutput: OutputOptions = {
  include: false,
  verbose: false,
  download: false,
  resume: false,
  silent: false,
  checkStatus: false,
  timing: false,
  curl: false,
  showSecrets: false,
  dryRun: false,
};

/** Parses the words after the program's name. Pure: no file, variable or stream is read. */
export function parse(argv: readonly string[]): Command | Failure {
  const [method, url] = argv;
  if (method === '--version') return { kind: 'version' };
  if (method === undefined || url === undefined) {
    return usageError('A method and a URL are needed.', 'apiclient GET https://api.example.com/users');
  }
  return {
    kind: 'request',
    method: method.toUpperCase(),
    url,
    auth: { apiKeys: [] },
    headers: [],
    query: [],
    network: defaultNetwork,
    output: defaultOutput,
  };
}
