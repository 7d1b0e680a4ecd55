/** API keys in the query of a URL: as it is requested, and as it may be shown. */
import type { Credentials } from '../request/spec.js';
import { appendQuery, maskQuery } from '../request/url.js';
import { reveal } from '../secret.js';

type Keys = Credentials['apiKeys'];

/** The URL with the keys behind its query. It may be shown only through `shownUrl`. */
export const withKeys = (url: string, keys: Keys): string =>
  appendQuery(
    url,
    keys.map(key => [key.name, reveal(key.value)] as const),
  );

/** A URL with bullets for the values of the keys, whether we put them there or a server sent them back. */
export const shownUrl = (url: string, keys: Keys): string =>
  maskQuery(
    url,
    keys.map(key => key.name),
  );
