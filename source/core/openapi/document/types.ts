/** Types of a description as used by the program: operations with all references resolved, and schemas as nodes. */
import type { Loose } from '../../json/loose.js';
import type { Problem } from './node.js';

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

/** How a value is converted to text (OpenAPI 3.2, 4.12.3). */
export interface Encoding {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** A parameter of an operation. */
export interface Parameter extends Encoding {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly schema: unknown;
  /** Media type to write the value in, instead of its style. */
  readonly mediaType?: string;
  readonly example?: unknown;
}

/** An example of the description. */
export interface NamedExample {
  /** Its summary or key. Untrusted text. */
  readonly name: string;
  /** Its key in the description. Untrusted text. */
  readonly key: string;
  readonly value: unknown;
}

/** A body in one media type. */
export interface Content {
  readonly mediaType: string;
  readonly schema: unknown;
  /** All examples, in order. */
  readonly examples: readonly NamedExample[];
  /** Encoding of form fields by property. */
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

/** Schemes that are required together, with their scopes. Empty if none are required. */
export type Requirement = readonly (readonly [scheme: string, scopes: readonly string[]])[];

export interface Server {
  /** URL with its variables filled in, possibly relative. */
  readonly url: string;
  /** Template in the description: `https://{tenant}.example.com`. */
  readonly template: string;
  readonly description: string;
  /** Variable names with their values, the default first. */
  readonly variables: readonly (readonly [name: string, values: readonly string[]])[];
}

export interface Operation {
  /** Upper-case method. */
  readonly method: string;
  /** Path in the description: `/pets/{petId}`. */
  readonly path: string;
  readonly id?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly DescribedResponse[];
  /** Alternative requirements, any one of which is sufficient. Empty if none is required. */
  readonly security: readonly Requirement[];
  readonly servers: readonly Server[];
  /** JSON Pointer as a fragment. */
  readonly pointer: string;
}

/** A document that has been read. */
export interface Description {
  /** The entire document as OpenAPI 3. */
  readonly root: Loose;
  /** Version specified in the document: `2.0`, `3.0.3`, `3.1.0`. */
  readonly version: string;
  readonly title: string;
  readonly apiVersion: string;
  readonly description: string;
  /** Absolute URL of the document, the base of relative servers. */
  readonly source: string;
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  /** Names in `components.schemas`, in order. */
  readonly schemas: readonly string[];
  /** Unreadable parts with their positions. */
  readonly problems: readonly Problem[];
}
