/** The kinds of documents, and the names that tell them. */

/** The texts that are edited: operations of GraphQL, or a `.http` text of requests. */
export type DocumentKind = 'graphql' | 'http';

/** By the ending of its name; undefined: it has another one. */
export const kindOfFile = (path: string): DocumentKind | undefined =>
  /\.(?:http|rest)$/i.test(path) ? 'http' : /\.(?:graphql|gql)$/i.test(path) ? 'graphql' : undefined;

/** By the path of a URL; undefined: it does not say. @param path of an absolute URL */
export const kindOfPath = (path: string): DocumentKind | undefined =>
  /graph(?:i?ql)?\b|gql\b/i.test(path) ? 'graphql' : /\.(?:json|ya?ml)$/i.test(path) ? 'http' : undefined;
