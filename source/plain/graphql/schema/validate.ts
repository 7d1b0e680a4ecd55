/** `--validate FILE|FOLDER|GLOB`: validates documents against the schema and sends none of them. */
import type { GraphqlCommand } from '../../../core/command.js';
import { exitCodes, type Failure, failure, isFailure } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { type CheckedFile, checkFiles } from '../../../core/graphql/check-files/check.js';
import { filesReports, problemLines } from '../../../core/graphql/check-files/report.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import type { Environment } from '../../../environment.js';
import { documentFiles } from '../../../io/document-files.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';
import { note } from '../../note.js';
import { judgeBy } from './judge.js';
import { describeSchemaSource } from './load.js';
import { reportFound } from './reports.js';

/** Prints the problems. Exit code 2 if there are any. */
export async function validateTask(
  { patterns, reports }: SchemaTask & { readonly kind: 'validate' },
  loaded: LoadedSchema,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const files = await documentFiles(patterns, environment);
  if (isFailure(files)) return files;
  const check = ({ index, sdl }: LoadedSchema): readonly CheckedFile[] | Failure => {
    const built = buildGraphqlSchema(index, sdl);
    if (!('problem' in built)) return checkFiles(built.schema, files);
    return failure('protocol', `The schema cannot be used to check documents: ${built.problem}`);
  };
  const judged = await judgeBy(
    loaded,
    check,
    verdict => isFailure(verdict) || verdict.some(({ problems }) => problems.length > 0),
  );
  if (isFailure(judged)) return judged;
  const { verdict: checked } = judged;
  if (isFailure(checked)) return checked;
  describeSchemaSource(judged.loaded, command, environment);
  const bad = checked.filter(file => file.problems.length > 0).length;
  const code = bad > 0 ? exitCodes.usage : 0;
  const ended = await reportFound(checked, problemLines, filesReports, reports, code, command, environment);
  if (!command.output.silent) note(environment, summary(checked.length - bad, bad));
  return ended;
}

const count = (number: number): string => (number === 1 ? '1 file' : `${number} files`);

const summary = (good: number, bad: number): string =>
  bad === 0 ? `${count(good)} checked, all valid.` : `${count(good + bad)} checked, ${count(bad)} with problems.`;
