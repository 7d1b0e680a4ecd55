/** Rows of data for a run: CSV (RFC 4180), a JSON array of objects, or JSON Lines. Read in chunks, in bounded memory. */
import { isSecretName } from '../credentials/header.js';
import { JsonScanner } from '../json/scan.js';
import { jsonObject } from '../json/tree.js';
import type { Value } from './variables.js';

/** One row. Its values are available as `{{column}}`. */
export interface Row {
  /** One-based number of the row, without the header. */
  readonly number: number;
  readonly values: ReadonlyMap<string, Value>;
}

/** Splits chunks of a document into rows. Throws a `RowError` after the rows before it. */
interface RowReader {
  write(chunk: string): Iterable<Row>;
  end(): Iterable<Row>;
}

/** A row that cannot be read. */
export class RowError extends Error {}

/** Maximum length of one row in UTF-16 units. */
const maxRow = 16 * 1024 * 1024;

const rowValue = (name: string, text: string, json?: string): Value => ({
  text,
  json,
  secret: isSecretName(name) ? true : undefined,
});

/** Returns a reader for a format. Without one, the first character decides: `[` or `{` is JSON, anything else CSV. */
export function rowReader(extension: string): RowReader {
  const known = { '.csv': () => new CsvReader(), '.json': jsonReader, '.jsonl': jsonReader, '.ndjson': jsonReader }[
    extension
  ];
  let reader = known?.();
  let held = '';
  return {
    write(chunk) {
      if (reader) return reader.write(chunk);
      held += chunk;
      const [first] = held.trimStart();
      if (first === undefined) return [];
      reader = first === '[' || first === '{' ? jsonReader() : new CsvReader();
      return reader.write(held);
    },
    end: () => reader?.end() ?? [],
  };
}

/** Fields are separated by commas, or by semicolons or tabs if the header contains no comma. */
class CsvReader implements RowReader {
  #names: readonly string[] | undefined;
  #fields: string[] = [];
  #field = '';
  /** Text up to the end of the first line. */
  #header = '';
  #state: 'start' | 'bare' | 'quoted' | 'quote' = 'start';
  #separator = '';
  #count = 0;
  #line = 1;
  #wasReturn = false;

  *write(chunk: string): Generator<Row> {
    this.#header += chunk;
    if (this.#separator === '' && !/[\r\n]/.test(this.#header)) return;
    const text = this.#separator === '' ? this.#header : chunk;
    this.#separator ||= separatorIn(this.#header);
    this.#header = '';
    for (const char of text) {
      const endsReturn = this.#wasReturn && char === '\n';
      this.#wasReturn = char === '\r' && this.#state !== 'quoted';
      const row = endsReturn ? undefined : this.#read(char);
      if (row) yield row;
      if (this.#field.length > maxRow) throw new RowError(`line ${this.#line}: a field exceeds 16 MiB`);
    }
  }

  *end(): Generator<Row> {
    if (this.#state === 'quoted') throw new RowError(`line ${this.#line}: a quote is not closed`);
    const row = this.#endRow();
    if (row) yield row;
  }

  /** Reads a character, and returns the row that it ends. */
  #read(char: string): Row | undefined {
    if (this.#state === 'quoted') this.#readQuoted(char);
    else if (char === '"' && this.#state !== 'bare') {
      // The second of two quotes is a character of the field.
      if (this.#state === 'quote') this.#field += '"';
      this.#state = 'quoted';
    } else if (char === this.#separator) this.#endField();
    else if (char === '\n' || char === '\r') {
      const row = this.#endRow();
      this.#line++;
      return row;
    } else if (this.#state === 'quote') throw new RowError(`line ${this.#line}: text follows a closing quote`);
    else {
      this.#state = 'bare';
      this.#field += char;
    }
    return undefined;
  }

  #readQuoted(char: string): void {
    if (char === '"') this.#state = 'quote';
    else this.#field += char;
    if (char === '\n') this.#line++;
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }

  #endRow(): Row | undefined {
    const isBlank = this.#fields.length === 0 && this.#field === '' && this.#state === 'start';
    this.#endField();
    const row = this.#fields.splice(0);
    if (isBlank) return undefined;
    if (!this.#names) {
      this.#names = columnNames(row);
      return undefined;
    }
    const { length } = this.#names;
    if (row.length !== length)
      throw new RowError(
        `line ${this.#line}: ${row.length} ${row.length === 1 ? 'field' : 'fields'}, but the header has ${length}`,
      );
    const values = new Map(this.#names.map((name, at) => [name, rowValue(name, row[at] ?? '')]));
    return { number: ++this.#count, values };
  }
}

function columnNames(row: readonly string[]): readonly string[] {
  const names = row.map(name => name.trim());
  const stray = names.findIndex((name, at) => name === '' || names.indexOf(name) !== at);
  if (stray >= 0) throw new RowError(`line 1: the header of column ${stray + 1} is empty or repeated`);
  return names;
}

const separatorIn = (chunk: string): string => {
  const [header = ''] = chunk.split(/[\r\n]/, 1);
  return [',', ';', '\t'].find(each => header.includes(each)) ?? ',';
};

/** Objects of an array, or one object after another. */
function jsonReader(): RowReader {
  let text = '';
  let count = 0;
  let isList: boolean | undefined;
  let problem: string | undefined;
  const rows: Row[] = [];
  /** Number of open containers in the current row. */
  let depth = 0;
  const add = (piece: string): void => {
    text += piece;
    if (text.length > maxRow) problem ??= `row ${count + 1} exceeds 16 MiB`;
  };
  const scanner = new JsonScanner({
    open(bracket) {
      if (isList === undefined && bracket === '[') {
        isList = true;
        return;
      }
      isList ??= false;
      if (depth === 0 && bracket === '[') problem ??= `row ${count + 1} is not an object`;
      depth++;
      add(bracket);
    },
    close(bracket) {
      if (depth === 0) return;
      add(bracket);
      if (--depth > 0) return;
      const source = text;
      const object = jsonObject(source);
      text = '';
      if (!object) return;
      rows.push({
        number: ++count,
        values: new Map(
          object.members.map(({ name, value }) => [
            name,
            value.kind === 'string'
              ? rowValue(name, value.value)
              : rowValue(name, source.slice(value.from, value.to), source.slice(value.from, value.to)),
          ]),
        ),
      });
    },
    colon: () => add(':'),
    comma() {
      if (depth > 0) add(',');
    },
    scalar(piece) {
      if (depth > 0) add(piece);
      else problem ??= `row ${count + 1} is not an object`;
    },
    space() {},
    junk() {},
  });
  function* taken(): Generator<Row> {
    if (scanner.problem)
      problem ??= `line ${scanner.problem.line}, column ${scanner.problem.column}: the JSON is invalid`;
    yield* rows.splice(0);
    if (problem !== undefined) throw new RowError(problem);
  }
  return {
    write(chunk) {
      scanner.write(chunk);
      return taken();
    },
    end() {
      scanner.end();
      return taken();
    },
  };
}
