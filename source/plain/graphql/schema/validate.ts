/** `--validate FILE|FOLDER|GLOB`: validates documents against the schema and sends none of them. */

import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { type CheckedFile, checkFiles } from '../../../core/graphql/check-files.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { isProblem } from '../../../core/problem.js';
import type { Environment } from '../../../environment.js';
import { documentFiles } from '../../../io/document-files.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';
import { reportFiles } from '../../tasks/reports.js';
import { judgeBy } from './judge.js';
import { describeSchemaSource } from './load.js';

/** Prints the problems. Exit code 2 if there are any. */
export async function validateTask(
  task: SchemaTask & { readonly kind: 'validate' },
  loaded: LoadedSchema,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const files = await documentFiles(task.patterns, environment);
  if (isFailure(files)) return files;
  const check = ({ index, sdl }: LoadedSchema): readonly CheckedFile[] | Failure => {
    const built = buildGraphqlSchema(index, sdl);
    if (!isProblem(built)) return checkFiles(built.schema, files);
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
  return reportFiles(checked, bad => summary(checked.length - bad, bad), task, command, environment);
}

const count = (number: number): string => (number === 1 ? '1 file' : `${number} files`);

const summary = (good: number, bad: number): string =>
  bad === 0 ? `${count(good)} checked, all valid.` : `${count(good + bad)} checked, ${count(bad)} with problems.`;
