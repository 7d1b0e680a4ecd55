/** A description as the program uses it: operations with everything they refer to found, schemas left as nodes. Types only. */
import type { Loose, Problem } from './node.js';

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'querystring';

export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** How a value becomes text (OpenAPI 3.2, 4.12.3). */
export interface Encoding {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** One parameter of an operation. */
export interface Parameter extends Encoding {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly schema: unknown;
  /** The value is written as this media type instead of by its style. */
  readonly mediaType?: string;
  readonly example?: unknown;
}

/** A body in one media type. */
export interface Content {
  readonly mediaType: string;
  readonly schema: unknown;
  readonly example?: unknown;
  /** By property, of forms. */
  readonly encoding: Loose;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly Content[];
}

export interface DescribedResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly content: readonly Content[];
}

/** Schemes that are asked for together, with their scopes. Empty: none. */
export type Requirement = readonly (readonly [scheme: string, scopes: readonly string[]])[];

export interface Server {
  /** With its variables filled in; may be relative. */
  readonly url: string;
  /** As in the description: `https://{tenant}.example.com`. */
  readonly template: string;
  readonly description: string;
  /** Names with their values: the standard one first. */
  readonly variables: readonly (readonly [name: string, values: readonly string[]])[];
}

export interface Operation {
  /** Upper-case. */
  readonly method: string;
  /** As in the description: `/pets/{petId}`. */
  readonly path: string;
  readonly id?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly DescribedResponse[];
  /** Any one of them is enough; empty: none is asked for. */
  readonly security: readonly Requirement[];
  readonly servers: readonly Server[];
  /** JSON Pointer as a fragment. */
  readonly pointer: string;
}

/** A document, read. */
export interface Description {
  /** The whole document as OpenAPI 3. */
  readonly root: Loose;
  /** The version the document names: `2.0`, `3.0.3`, `3.1.0`. */
  readonly version: string;
  readonly title: string;
  readonly apiVersion: string;
  readonly description: string;
  /** Where it came from, for relative servers; absolute. */
  readonly source: string;
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  /** Names of `components.schemas`, in order. */
  readonly schemas: readonly string[];
  /** Unreadable parts, by place. */
  readonly problems: readonly Problem[];
}
