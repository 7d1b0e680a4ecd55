/**
 * Requests of an import, independent of the tool that exported them. Each format has one reader that creates these types, and
 * one writer turns them into `.http` files. All texts are untrusted.
 */

/** A header, a query parameter or a field of a form. */
export interface ImportedPair {
  readonly name: string;
  readonly value: string;
}

/** A part of a multipart form: text, or the path of a file. */
export interface ImportedPart extends ImportedPair {
  readonly isFile: boolean;
  readonly type?: string;
  /** Name of the file that the server receives, or empty for a field whose text is in the file. Defaults to the file's own name. */
  readonly filename?: string;
}

export type ImportedBody =
  /** A verbatim text is sent from a file, because the braces in it are literal. */
  | { readonly kind: 'text'; readonly text: string; readonly type?: string; readonly isVerbatim?: boolean }
  /** Pairs that are percent-encoded when they are sent. */
  | { readonly kind: 'form'; readonly pairs: readonly ImportedPair[] }
  | { readonly kind: 'multipart'; readonly parts: readonly ImportedPart[] }
  | { readonly kind: 'graphql'; readonly query: string; readonly variables: string; readonly operationName?: string }
  | { readonly kind: 'file'; readonly path: string; readonly type?: string };

/** Functions that change the texts, the pairs and parts, and the file path of a body. */
interface BodyChanges {
  /** @param type media type of the text; undefined for a GraphQL query and its variables */
  readonly text?: (text: string, type?: string) => string;
  readonly pair?: <Pair extends ImportedPair & { readonly isFile?: boolean }>(pair: Pair) => Pair;
  readonly path?: (path: string) => string;
}

/** Applies changes to a body, unless it is verbatim. */
export function changedBody(
  body: ImportedBody | undefined,
  { text = same, pair = same, path = same }: BodyChanges,
): ImportedBody | undefined {
  switch (body?.kind) {
    case 'text':
      return body.isVerbatim ? body : { ...body, text: text(body.text, body.type) };
    case 'form':
      return { ...body, pairs: body.pairs.map(pair) };
    case 'multipart':
      return { ...body, parts: body.parts.map(pair) };
    case 'graphql':
      return { ...body, query: text(body.query), variables: text(body.variables) };
    case 'file':
      return { ...body, path: path(body.path) };
    case undefined:
      return undefined;
  }
}

const same = <Value>(value: Value): Value => value;

export type ImportedAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic' | 'digest'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string; readonly prefix?: string }
  | {
      readonly kind: 'key';
      readonly name: string;
      readonly value: string;
      readonly place: 'header' | 'query' | 'cookie';
    }
  | {
      readonly kind: 'aws';
      readonly id: string;
      readonly secret: string;
      readonly session?: string;
      readonly region: string;
      readonly service: string;
    }
  | {
      readonly kind: 'oauth2';
      readonly flow: string;
      readonly tokenUrl: string;
      readonly id: string;
      readonly secret?: string;
      readonly authUrl?: string;
      readonly scope?: string;
      readonly user?: string;
      readonly password?: string;
      readonly audience?: string;
      /** True if the token belongs in a query parameter. */
      readonly isInQuery?: boolean;
    }
  | { readonly kind: 'unsupported'; readonly name: string };

/** A feature that could not be translated. `text` is its source, which the file preserves as a comment. */
export interface Untranslated {
  /** Noun phrase: `pre-request script`. */
  readonly feature: string;
  readonly text?: string;
}

export interface ImportedRequest {
  readonly kind: 'request';
  readonly name: string;
  readonly description?: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly ImportedPair[];
  readonly body?: ImportedBody;
  readonly auth?: ImportedAuth;
  /** Flags for `# @flags`, one word each and not quoted. */
  readonly flags?: readonly string[];
  readonly asserts?: readonly string[];
  readonly captures?: readonly { readonly name: string; readonly target: string }[];
  /** Headers, parameters and fields that are switched off. They are preserved as comments. */
  readonly disabled?: readonly (ImportedPair & { readonly kind: string })[];
  readonly untranslated?: readonly Untranslated[];
  /** True if braces in the texts are literal, as in recorded requests. */
  readonly isLiteral?: boolean;
  /** True if `{{process.env.NAME}}` reads an environment variable, as in Bruno. */
  readonly isBruno?: boolean;
}

/** An entry that is already written, with its values. */
export interface ImportedEntry {
  readonly kind: 'entry';
  readonly name: string;
  readonly text: string;
}

export interface ImportedFolder {
  readonly kind: 'folder';
  readonly name: string;
  readonly description?: string;
  /** Variables of the requests in this folder and its subfolders. They override variables of every environment. */
  readonly variables?: readonly ImportedVariable[];
  readonly items: readonly (ImportedRequest | ImportedEntry | ImportedFolder)[];
}

export interface ImportedVariable {
  readonly name: string;
  readonly value: string;
  /** True if the export marks it as a secret. */
  readonly isSecret?: boolean;
  /** True if placeholders in the value are Bruno's, as in a request. */
  readonly isBruno?: boolean;
}

export interface ImportedEnvironment {
  /** Undefined for values that all environments share. */
  readonly name?: string;
  readonly variables: readonly ImportedVariable[];
}

/** Contents of one exported file. */
export interface ImportResult {
  /** Undefined if the file contains only environments. */
  readonly collection?: ImportedFolder;
  readonly environments: readonly ImportedEnvironment[];
  readonly untranslated: readonly Untranslated[];
}

/** Reads an export that has already been parsed as JSON or YAML. Returns undefined if it is not of this format. */
export type ImportReader = (root: unknown, file: string) => ImportResult | undefined;
