/** A parsed `.http` file. Types only. */
import type { HttpFile } from '../../core/http-file/document.js';
import type { EnvironmentValue } from '../../core/http-file/environments.js';
import type { Value } from '../../core/http-file/variables.js';
import type { Grants, Right } from '../../core/rights/right.js';

/** The values of the profile that a request names, by the request's index in the file. */
export type PlaceValues = readonly (ReadonlyMap<string, Value> | undefined)[];

/** An `.http` file and the files next to it, before trust is granted: no secret has been read. */
export interface ScannedFile {
  /** Name as typed. */
  readonly name: string;
  /** Base folder of its paths, absolute. */
  readonly folder: string;
  readonly http: HttpFile;
  /** Rights to read imported files outside the folder. */
  readonly importRights?: readonly Right[];
  readonly text: string;
  readonly environment: ReadonlyMap<string, Value>;
  /** Environment values that are in a variable or a file. */
  readonly sources: readonly (readonly [name: string, source: EnvironmentValue])[];
  readonly dotenv: ReadonlyMap<string, string>;
  /** The right to read `.env`; absent if it needs none. */
  readonly dotenvRight?: Right;
  readonly places: PlaceValues;
  /** Absolute path of the collection: the folder on the command line that contains the file. */
  readonly root?: string;
}

/** A file that is being run. */
export interface LoadedFile extends ScannedFile {
  /** Checked whenever a request would do something that needs trust. */
  readonly grants: Grants;
}
