/** Set from package.json by the build. A run from source has its own version. */
declare const APICLIENT_VERSION: string;
/** Version without a leading `v`, e.g. `1.2.3`. */
export const version: string = typeof APICLIENT_VERSION === 'string' ? APICLIENT_VERSION : '0.0.0-source';
