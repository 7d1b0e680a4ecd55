/** A file of requests that was read. Types only. */
import type { HttpFile } from '../../core/http-file/document.js';
import type { EnvironmentValue } from '../../core/http-file/environments.js';
import type { Value } from '../../core/http-file/variables.js';
import type { Grants, Right } from '../../core/rights/right.js';

/** The values of the profile that a request names, by the request's place in the file. */
export type PlaceValues = readonly (ReadonlyMap<string, Value> | undefined)[];

/** A file of requests and the files next to it, before anyone trusts them: no secret has been read. */
export interface ScannedFile {
  /** As it was typed. */
  readonly name: string;
  /** Where its paths begin, absolute. */
  readonly folder: string;
  readonly http: HttpFile;
  /** Its text. */
  readonly text: string;
  readonly environment: ReadonlyMap<string, Value>;
  /** Values of the environment that are in a variable or a file. */
  readonly sources: readonly (readonly [name: string, source: EnvironmentValue])[];
  readonly dotenv: ReadonlyMap<string, string>;
  /** The right to read `.env`; absent if it needs none. */
  readonly dotenvRight?: Right;
  readonly places: PlaceValues;
}

/** A file that runs. */
export interface LoadedFile extends ScannedFile {
  /** Checked wherever a request would do something that needs trust. */
  readonly grants: Grants;
}
