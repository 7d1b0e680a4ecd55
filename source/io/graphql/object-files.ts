/** Reads JSON objects from files named by flags (`--extensions @FILE`), before anything is drawn or sent. */

import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { rawObjectIn } from '../../core/json/raw.js';
import { onOneLine } from '../../core/json/tokens.js';
import type { TextSource } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import { readText } from '../sources.js';

/** Returns the command with its objects loaded. Anything but a JSON object is a usage failure that does not quote the text. */
export async function withObjects(
  command: GraphqlCommand,
  environment: Environment,
): Promise<GraphqlCommand | Failure> {
  const { objects = {}, ...rest } = command;
  const extensions = await objectIn(objects.extensions, '--extensions', environment);
  if (isFailure(extensions)) return extensions;
  const connectionParams = await objectIn(objects.connectionParams, '--connection-params', environment);
  if (isFailure(connectionParams)) return connectionParams;
  return {
    ...rest,
    sends: { ...rest.sends, ...(extensions === undefined ? {} : { extensions }) },
    ...(connectionParams === undefined ? {} : { connectionParams }),
  };
}

async function objectIn(
  source: TextSource | undefined,
  flag: string,
  environment: Environment,
): Promise<string | undefined | Failure> {
  if (source === undefined) return undefined;
  const text = await readText(source, environment);
  if (isFailure(text)) return text;
  if (rawObjectIn(text) !== undefined) return onOneLine(text);
  const name = source.from === 'file' ? source.path : 'Standard input';
  return usageError(
    `${name} is not a JSON object, but ${flag} needs one.`,
    'Expected a JSON object: {"name": "value"}',
  );
}
