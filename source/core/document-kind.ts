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
 * Returns the kind suggested by the path of a URL, or undefined if it does not suggest one. @param path path of an absolute URL
 */
export const kindOfPath = (path: string): DocumentKind | undefined => {
  if (/graph(?:i?ql)?\b|gql\b/i.test(path)) return 'graphql';
  if (/\.(?:json|ya?ml)$/i.test(path)) return 'http';
  return undefined;
};
