/** `--dry-run`, `--curl` and `--print-code` of a run: prints every request and sends nothing. */
import { type Failure, isFailure } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import type { Scope } from '../../core/http-file/variables.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { describeRequest } from '../print-request.js';
import type { Run } from './context.js';
import type { LoadedFile } from './loaded-file.js';
import { forGraphql, makeRequest, ownOrigins, withNames } from './make-request.js';
import { liveScope, scopeBefore } from './scope.js';
import type { ChosenFile } from './verify.js';

/** The upgrade that opens a WebSocket (RFC 6455 4.1), or the request itself. */
function describable({ graphql, stream }: Entry, spec: RequestSpec): RequestSpec {
  if (graphql) return forGraphql(spec);
  if (stream !== 'websocket') return spec;
  const { body: _, ...rest } = spec;
  const upgrade = [
    { name: 'Connection', value: 'Upgrade' },
    { name: 'Upgrade', value: 'websocket' },
  ];
  return {
    ...rest,
    method: 'GET',
    headers: [...spec.headers.filter(({ name }) => !/^content-type$/i.test(name)), ...upgrade],
  };
}

/** Prints the requests of all files. Names whose values come from a response are left unchanged. */
export async function describeFiles(run: Run, chosen: readonly ChosenFile[]): Promise<number | Failure> {
  const { environment, output } = run;
  const hide = hider(run);
  let first = true;
  for (const { file, entries } of chosen) {
    const live = liveScope(file, run.given, environment, { captured: new Map(), responses: new Map() });
    for (const [index, entry] of entries.entries()) {
      if (entry.skip !== undefined) continue;
      const scope = scopeBefore(live, entries, index, expression => `{{${expression}}}`);
      const text = await describeEntry(run, file, entry, scope);
      if (isFailure(text)) return text;
      await output.write(`${first ? '' : '\n'}${hide(withNames(text.trimEnd()))}\n`);
      first = false;
    }
  }
  await output.flush();
  return 0;
}

const hider = ({ command, mask }: Run): ((text: string) => string) =>
  command.output.showSecrets ? text => text : mask;

async function describeEntry(run: Run, file: LoadedFile, entry: Entry, scope: Scope): Promise<string | Failure> {
  const made = await makeRequest(run, file, entry, scope, ownOrigins(file, scope), true);
  if (isFailure(made)) return { ...made, text: `${file.name}:${entry.line}: ${hider(run)(made.text)}` };
  const spec = describable(entry, made.spec);
  const command = { ...made.command, output: run.command.output };
  const { authorizeRequest } = await import('../access-token.js');
  const authorized = await authorizeRequest(command, spec.credentials, run.environment);
  if (isFailure(authorized)) return authorized;
  const authorizedSpec = { ...spec, credentials: authorized.credentials };
  return describeRequest(authorizedSpec, command, run.environment, run.painter, entry.name);
}
