/** Set from package.json by the build; a run from source has its own. */
declare const APICLIENT_VERSION: string;
/** Without a leading `v`, e.g. `1.2.3`. */
export const version: string = typeof APICLIENT_VERSION === 'string' ? APICLIENT_VERSION : '0.0.0-source';
