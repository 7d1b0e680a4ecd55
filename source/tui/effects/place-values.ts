/** Values for `{{name}}` from the configured profiles, read when the screen opens. */
import type { KnownProfile, PlaceValues } from '../../core/command.js';
import type { ValueSources } from '../../core/profile-values.js';
import type { Environment } from '../../environment.js';
import { readProfileValues } from '../../io/profile-values.js';

/** The values of one environment. */
export async function placeValues(sources: ValueSources | undefined, environment: Environment): Promise<PlaceValues> {
  if (sources === undefined) return {};
  const { values, failures } = await readProfileValues(sources, environment);
  return { configured: values, unread: new Map([...failures].map(([name, { text }]) => [name, text])) };
}

/** Adds the values to the profiles. */
export const withPlaceValues = async (
  profiles: ReadonlyMap<string, KnownProfile>,
  environment: Environment,
): Promise<ReadonlyMap<string, KnownProfile>> =>
  new Map(
    await Promise.all(
      [...profiles].map(async ([name, profile]): Promise<[string, KnownProfile]> => {
        const read = await placeValues(profile.values, environment);
        return [name, { ...profile, identity: { ...profile.identity, ...read } }];
      }),
    ),
  );
