/** `--print-schema` and `--print-schema=json`. */

import { Kind, parseValue, printSchema } from 'graphql';
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { withLiterals } from '../../../core/graphql/default-literals.js';
import type { RawSchema } from '../../../core/graphql/schema-types.js';
import { isProblem } from '../../../core/problem.js';
import { escapeGraphql } from '../../../core/response/escape-unsafe.js';
import { safeText } from '../../../core/response/safe-text.js';
import { introspectionOperation } from '../../../io/graphql/introspect.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { note } from '../../note.js';
import { isEnding } from '../ending.js';
import { printText } from '../output.js';
import { describeSchemaSource, loadFor } from './load.js';

/** Prints the schema of the server, of the cache with its age, or of `--schema FILE`. */
export async function printSchemaCommand(
  command: GraphqlCommand,
  url: string | undefined,
  context: RunContext,
): Promise<number | Failure> {
  const { environment } = context;
  if (url !== undefined && command.schema === undefined && (command.output.curl || command.output.dryRun)) {
    const { describeOperation } = await import('../describe.js');
    return describeOperation(introspectionOperation(), url, command, environment);
  }
  const loaded = await loadFor(command, url, context);
  if (isEnding(loaded)) return loaded;
  describeSchemaSource(loaded, command, environment);
  if (command.printSchema === 'json') {
    const text = jsonOf(loaded.index.raw);
    return isFailure(text) ? text : printText(`${text}\n`, 'application/json', command, environment);
  }
  const built = buildGraphqlSchema(loaded.index, loaded.sdl);
  if (isProblem(built)) {
    return failure('protocol', `The schema cannot be printed as SDL: ${built.problem}`, {
      hint: 'Pass --print-schema=json to print the response of the server.',
    });
  }
  if (!command.output.silent) for (const line of built.warnings) note(environment, line);
  const text = safeText(escapeGraphql(withLiterals(printSchema(built.schema)), blockValue));
  return printText(`${text}\n`, 'application/graphql', command, environment);
}

/** The value of a block string. */
function blockValue(block: string): string {
  const node = parseValue(block);
  return node.kind === Kind.STRING ? node.value : '';
}

/** JSON.parse handles any depth, but JSON.stringify overflows the stack. */
function jsonOf(raw: RawSchema): string | Failure {
  try {
    return JSON.stringify({ __schema: raw }, undefined, 2);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failure('protocol', 'The schema is nested too deeply to be printed as JSON.', {
      hint: 'Pass --print-schema to print the usable parts as SDL.',
    });
  }
}
