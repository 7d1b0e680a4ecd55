/** Kinds of documents, and how names identify them. */

/** Kinds of documents that can be edited: GraphQL operations, or requests of a `.http` file. */
export type DocumentKind = 'graphql' | 'http';

/** Returns the kind for the ending of a file name, or undefined for other endings. */
export const kindOfFile = (path: string): DocumentKind | undefined => {
  if (/\.(?:http|rest)$/i.test(path)) return 'http';
  if (/\.(?:graphql|gql)$/i.test(path)) return 'graphql';
  return undefined;
};

/** Returns true for a file of another tool, which is imported when it is opened. */
export const isImportable = (path: string): boolean =>
  /\.(?:har|bru|json|ya?ml)$/i.test(path) && !/\.(?:variables|env)\.json$/i.test(path);

/**
 * Returns true for the path of a file where a URL is expected: a name with a folder and a known ending, or with an ending that no
 * top-level domain has. `.rest` is one.
 */
export function isFilePath(text: string): boolean {
  if (kindOfFile(text) === undefined && !isImportable(text)) return false;
  return /^(?:~|\.{0,2})\//.test(text) || (/^[^/:?#@]+$/.test(text) && !/\.rest$/i.test(text));
}

/**
 * Returns the kind suggested by the path of a URL, or undefined if it does not suggest one. @param path path of an absolute URL
 */
export const kindOfPath = (path: string): DocumentKind | undefined => {
  if (/graph(?:i?ql)?\b|gql\b/i.test(path)) return 'graphql';
  if (/\.(?:json|ya?ml)$/i.test(path)) return 'http';
  return undefined;
};
