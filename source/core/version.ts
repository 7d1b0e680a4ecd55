/** The program's version, filled in from package.json by the build; a run from source says so. */
declare const APICLIENT_VERSION: string;
export const version: string = typeof APICLIENT_VERSION === 'string' ? APICLIENT_VERSION : '0.0.0-source';
