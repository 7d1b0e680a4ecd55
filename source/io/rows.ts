/** Reads rows of data from a file or standard input, a chunk at a time. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { FailureError, isFailure, usageError } from '../core/failure.js';
import { type Row, RowError, rowReader } from '../core/http-file/rows.js';
import type { Environment } from '../environment.js';
import { openFifoToRead } from '../platform/fifo.js';
import { fileFailure, pathOf } from './sources.js';

/** Yields the rows. Throws a `FailureError`. @param name path, absolute or as typed; `-` is standard input */
export async function* readRows(name: string, environment: Environment): AsyncGenerator<Row> {
  const reader = rowReader(name === '-' ? '' : path.extname(name).toLowerCase());
  const decoder = new StringDecoder('utf8');
  const shown = name === '-' ? 'standard input' : name;
  try {
    let isFirst = true;
    for await (const chunk of await openRows(name, environment)) {
      if (environment.signal.aborted && isFailure(environment.signal.reason))
        throw new FailureError(environment.signal.reason);
      const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
      yield* reader.write(isFirst ? text.replace(/^\ufeff/, '') : text);
      isFirst &&= text === '';
    }
    yield* reader.write(decoder.end());
    yield* reader.end();
  } catch (error) {
    if (error instanceof RowError)
      throw new FailureError(
        usageError(
          `${shown}: ${error.message}.`,
          'Use a .csv file with a header, a .json file with an array, or a .jsonl file.',
        ),
      );
    throw new FailureError(fileFailure(shown, error));
  }
}

async function openRows(name: string, environment: Environment): Promise<AsyncIterable<Buffer | string>> {
  if (name === '-') return environment.stdin as AsyncIterable<Buffer | string>;
  const file = pathOf(name, environment);
  return (await stat(file)).isFIFO() ? openFifoToRead(file) : createReadStream(file);
}
