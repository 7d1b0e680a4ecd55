/** `--validate FILE|FOLDER|GLOB`: checks documents against the schema; sends none of them. */
import type { GraphqlCommand } from '../../../core/command.js';
import { exitCodes, type Failure, failure, isFailure } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { checkFiles } from '../../../core/graphql/check-files/check.js';
import { junitReport, problemLines, tapReport } from '../../../core/graphql/check-files/report.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import type { Environment } from '../../../environment.js';
import { documentFiles } from '../../../io/document-files.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';
import { note } from '../../note.js';
import { printText } from '../output.js';

const reports = { tap: tapReport, junit: junitReport, lines: problemLines } as const;

/** Prints the problems; exit code 2 if there are any. */
export async function validateTask(
  { patterns, report }: SchemaTask & { readonly kind: 'validate' },
  loaded: LoadedSchema,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const files = await documentFiles(patterns, environment);
  if (isFailure(files)) return files;
  const built = buildGraphqlSchema(loaded.index, loaded.sdl);
  if ('problem' in built) return failure('protocol', `The schema cannot be used to check documents: ${built.problem}`);
  const checked = checkFiles(built.schema, files);
  const bad = checked.filter(file => file.problems.length > 0).length;
  const text = reports[report ?? 'lines'](checked);
  const type = report === 'junit' ? 'application/xml' : 'text/plain';
  const ended = text === '' ? 0 : await printText(text, type, command, environment);
  if (!command.output.silent) note(environment, summary(checked.length - bad, bad));
  return ended === 0 && bad > 0 ? exitCodes.usage : ended;
}

const count = (number: number): string => (number === 1 ? '1 file' : `${number} files`);

const summary = (good: number, bad: number): string =>
  bad === 0
    ? `${count(good)} checked, all fit the schema.`
    : `${count(good + bad)} checked, ${count(bad)} with problems.`;
