/** A file of requests that was read. Types only. */
import type { HttpFile } from '../../core/http-file/document.js';
import type { Value } from '../../core/http-file/variables.js';

/** The values of the profile that a request names, by the request's place in the file. */
export type PlaceValues = readonly (ReadonlyMap<string, Value> | undefined)[];

/** A file of requests, and what stands beside it. */
export interface LoadedFile {
  /** As it was typed. */
  readonly name: string;
  /** Where its paths begin, absolute. */
  readonly folder: string;
  readonly http: HttpFile;
  readonly environment: ReadonlyMap<string, Value>;
  readonly dotenv: ReadonlyMap<string, string>;
  readonly places: PlaceValues;
}
