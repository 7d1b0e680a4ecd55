/** Choosing an endpoint: its kind, its remembered settings, and its profile. */

import { isSecretName } from '../../core/credentials/header.js';
import { writtenFlags } from '../../core/credentials/written-flags.js';
import type { DocumentKind } from '../../core/document-kind.js';
import { failureLine, isFailure } from '../../core/failure.js';
import { namesSchemaUrl } from '../../core/graphql/sending/options.js';
import { bullets } from '../../core/secret.js';
import { spokenAt } from '../../io/graphql/spoken.js';
import { readEndpoints } from '../../io/history.js';
import { describedAt } from '../../io/openapi/described.js';
import { rememberPlace, rememberTheme } from '../../io/remembered.js';
import { pathOf } from '../../io/sources.js';
import { writeProfile } from '../../io/write-profile.js';
import type { ConnectEffect, EffectOf } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import { type Dispatch, type EffectContext, type Performers, showError } from './context.js';
import { endpointOf } from './endpoint.js';
import { performLoadDescription } from './load-description.js';
import { performBuildSchema, performLoadSchema } from './load-schema.js';

/**
 * Probes the kind of a server without credentials. Returns undefined if the kind stays unknown or the probe times out.
 * @param needsDescription true if `http` is returned only for a server with a description
 */
async function probedKind(
  url: string,
  needsDescription: boolean,
  world: EffectContext,
): Promise<DocumentKind | undefined> {
  const endpoint = await endpointOf(url, world, { auth: { apiKeys: [] }, headers: [] });
  if (isFailure(endpoint)) return undefined;
  const { environment } = world;
  const spoken = await spokenAt(endpoint, environment);
  if (spoken !== 'http') return spoken === 'graphql' ? spoken : undefined;
  if (!needsDescription) return spoken;
  const context = { environment, signal: environment.signal, note: () => {} };
  return isFailure(await describedAt(endpoint, url, { refresh: false }, context)) ? undefined : 'http';
}

/** Queues a write, so that writes happen one at a time. */
function queueWrite(write: () => Promise<void>, what: string, world: EffectContext, dispatch: Dispatch): void {
  world.writes.settings = (world.writes.settings ?? Promise.resolve()).then(write).catch(() => {
    showError(`Cannot save ${what}: the state folder is not writable.`, dispatch);
  });
}

/** Writes the endpoint and its login to the configuration as a profile. A notice names the file and what was omitted. */
async function performWriteProfile(
  { name, url, identity }: EffectOf<'write-profile'>,
  { environment }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { flags, left, unreadable } = flagsOf(identity);
  const file = await writeProfile(name, { url, flags }, environment);
  if (isFailure(file)) return showError(failureLine(file), dispatch);
  const secretsNote = left ? ' Typed secrets are not included.' : '';
  const headersNote =
    unreadable.length === 0
      ? ''
      : ` The header ${unreadable.join(', ')} is not included: headers in the configuration cannot use env: or file:.`;
  dispatch({ type: 'app/notice', text: `Saved ${url} as @${name} in ${file}.${secretsNote}${headersNote}` });
}

/** Flags in the format of the configuration, without typed secrets. */
function flagsOf({ auth, headers }: Identity) {
  const flags: Record<string, string | true | string[]> = {};
  let left = false;
  for (const [flag, value] of writtenFlags(auth)) {
    const name = flag.slice(2);
    const before = flags[name];
    if (value?.includes(bullets)) left = true;
    else if (value === undefined || before === undefined || before === true) flags[name] = value ?? true;
    else flags[name] = [before, value].flat();
  }
  const keys = headers.flatMap(each => (each.kind === 'secret' ? [each] : []));
  const unreadable = keys.filter(({ value }) => value.from !== 'text').map(each => each.name);
  const lines = headers.flatMap(each => (each.kind === 'set' ? [each] : []));
  const headerLines = lines.filter(each => !isSecretName(each.name)).map(({ name, value }) => `${name}: ${value}`);
  const files = headers.flatMap(each => (each.kind === 'file' ? [`@${each.path}`] : []));
  const open = [...files, ...headerLines];
  const isLeft = left || headerLines.length < lines.length || unreadable.length < keys.length;
  return { flags: open.length === 0 ? flags : { ...flags, header: open }, left: isLeft, unreadable };
}

export const connectEffects: Performers<ConnectEffect> = {
  'load-schema': performLoadSchema,
  'load-description': performLoadDescription,
  async 'ask-kind'({ url, typed, language, impliedKind, needsDescription }, world, dispatch) {
    const kind = impliedKind ?? (await probedKind(url, needsDescription, world)) ?? language;
    dispatch(kind === language ? { type: 'connect/accept', typed } : { type: 'tabs/connect', kind, typed });
  },
  'build-schema': performBuildSchema,
  'write-profile': performWriteProfile,
  remember({ place, settings }, world, dispatch) {
    if (!world.remembers) return;
    const { environment } = world;
    // The next process may start in another folder, so store an absolute path.
    const { schema } = settings;
    const isPath = schema !== undefined && !namesSchemaUrl(schema);
    const stored = isPath ? { ...settings, schema: pathOf(schema, environment) } : settings;
    queueWrite(() => rememberPlace(place, stored, environment), 'the settings of this server', world, dispatch);
  },
  'remember-theme'({ theme }, world, dispatch) {
    if (world.remembers) queueWrite(() => rememberTheme(theme, world.environment), 'the theme', world, dispatch);
  },
  'read-endpoints': async (_, { environment }, dispatch) =>
    dispatch({ type: 'connect/recent', urls: readEndpoints(environment) }),
};
