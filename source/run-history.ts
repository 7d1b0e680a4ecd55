/** `apiclient history`, `apiclient again`, and recording requests sent from the shell. A separate chunk. */
import { Readable } from 'node:stream';
import { historyEntryText, historyWords, wordsAgain } from './command/history-words.js';
import type { Command, GraphqlCommand, HistoryCommand, OpenapiCommand, RequestCommand } from './core/command.js';
import { type Failure, isFailure, usageError } from './core/failure.js';
import { type HistoryEntry, storableUrl } from './core/history.js';
import { parseHttpFile } from './core/http-file/parse.js';
import type { Mask } from './core/masking/mask.js';
import { shellWord } from './core/request/shell.js';
import { escapeUnsafe } from './core/response/escape-unsafe.js';
import { safeLine } from './core/response/safe-text.js';
import { bullets } from './core/secret.js';
import type { Environment } from './environment.js';
import { addToHistory, readHistory } from './io/history.js';
import { lastExchange } from './io/http/send.js';

const emptyHistory = 'The history is empty.';
const recordingHint = 'Requests are recorded when output is a terminal.';

/** A command that sends requests. */
type SendingCommand = RequestCommand | GraphqlCommand | OpenapiCommand;

/** The beginning of a run. */
interface RunStart {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Monotonic milliseconds. */
  readonly startMs: number;
}

/** Adds a line to the history, unless nothing was sent. @param hide masks known secrets */
export async function recordLine(
  argv: readonly string[],
  command: SendingCommand,
  { at, startMs }: RunStart,
  result: number | Failure,
  hide: Mask,
  environment: Environment,
): Promise<void> {
  const exchange = lastExchange(environment);
  if (exchange === undefined && !(isFailure(result) && result.kind !== 'usage')) return;
  const words = historyWords(argv).map(hide);
  const outcome = exchange === undefined ? [] : [String(exchange.status)];
  if (isFailure(result)) outcome.push('failed');
  else if (result !== 0) outcome.push(`exit code ${result}`);
  await addToHistory(
    {
      at,
      url: storableUrl(command.url ?? exchange?.url ?? ''),
      ...textsOf(command, words),
      argv: words,
      outcome: outcome.join(', '),
      took: Math.round(environment.monotonic() - startMs),
    },
    environment,
  );
}

/** The texts of a command for the full screen. */
function textsOf(
  command: SendingCommand,
  words: readonly string[],
): Pick<HistoryEntry, 'kind' | 'query' | 'variables' | 'line' | 'operationName'> {
  const line = words.map(shellWord).join(' ');
  if (command.kind === 'request') {
    const { method, url } = command;
    return { kind: 'request', query: historyEntryText(words, method, storableUrl(url)), variables: '', line };
  }
  if (command.kind === 'openapi') return { kind: 'request', query: `# ${line}\n`, variables: '', line };
  const text = command.query?.from === 'text' ? command.query.text : `# apiclient ${line}\n`;
  const variables = command.variables?.from === 'text' ? command.variables.text : '';
  const kind = /^\s*(mutation|subscription)\b/.exec(text)?.[1] as 'mutation' | 'subscription' | undefined;
  const { operation } = command;
  return {
    kind: kind ?? 'query',
    query: text,
    variables,
    operationName: operation,
  };
}

/** Whether a command sends one request from the shell. */
export const isRecorded = (command: Command): command is SendingCommand => {
  switch (command.kind) {
    case 'request':
      return !command.repeat && !command.output.curl && !command.output.dryRun;
    case 'graphql':
      return !command.printQuery && (command.picks.length > 0 || Boolean(command.query ?? command.sends.documentId));
    case 'openapi':
      return command.task.kind === 'call' && !command.output.curl && !command.output.dryRun;
    default:
      return false;
  }
};

/** Prints the history, newest first. */
export async function runHistory({ find, json }: HistoryCommand, environment: Environment): Promise<number> {
  const { stdout, stderr } = environment;
  const searchWords = (find ?? '').toLowerCase().split(/\s+/);
  const entries = (await readHistory(environment))
    .map((entry, at) => ({ entry, number: at + 1 }))
    .filter(({ entry }) => {
      const text = JSON.stringify(Object.values(entry)).toLowerCase();
      return searchWords.every(word => text.includes(word));
    });
  if (json) stdout.write(`${escapeUnsafe(JSON.stringify(entries.map(jsonOf), null, 2))}\n`);
  else for (const each of entries) stdout.write(`${historyLine(each)}\n`);
  if (entries.length === 0)
    stderr.write(
      find === undefined ? `${emptyHistory} ${recordingHint}\n` : `No history entry matches ${safeLine(find)}.\n`,
    );
  return 0;
}

interface NumberedEntry {
  readonly entry: HistoryEntry;
  /** 1 for the newest entry. */
  readonly number: number;
}

const jsonOf = ({ entry: { at, argv, ...entry }, number }: NumberedEntry) => ({
  number,
  at: new Date(at).toISOString(),
  command: argv && ['apiclient', ...argv],
  ...entry,
});

/** Number, time, outcome, and the command or the request, separated by tabs. */
function historyLine({ entry, number }: NumberedEntry): string {
  const { at, argv, outcome, line, operationName, query, url } = entry;
  const time = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
  const requestText = argv?.map(shellWord).join(' ') ?? line ?? `${operationName ?? query} ${url}`;
  const columns = [String(number), `${time.slice(0, 10)} ${time.slice(11, 16)}`, outcome, requestText];
  return columns.map(text => safeLine(text.replace(/\s+/g, ' ').trim())).join('\t');
}

/** A line to run, and the environment that it needs. */
interface LineAgain {
  readonly argv: readonly string[];
  readonly environment: Environment;
}

const form = 'Usage: apiclient again [N] [ITEM…] [FLAGS], with N from apiclient history';

/** Returns the line for `apiclient again [N] [ITEM…] [FLAGS]`. @param words words after `again` */
export async function lineAgain(words: readonly string[], environment: Environment): Promise<LineAgain | Failure> {
  if (words.some(word => word === '-h' || word === '--help')) return { argv: ['help', 'history'], environment };
  const [first = ''] = words;
  const isNumbered = /^\d+$/.test(first);
  const number = isNumbered ? Number(first) : 1;
  const typedWords = isNumbered ? words.slice(1) : words;
  const entries = await readHistory(environment);
  const entry = entries[number - 1];
  if (entry === undefined) {
    const text = entries.length === 0 ? emptyHistory : `The history has no entry ${number}.`;
    return usageError(text, entries.length === 0 ? recordingHint : form);
  }
  if (entry.argv) {
    const argv = wordsAgain(entry.argv, typedWords, number);
    return isFailure(argv) ? argv : { argv, environment };
  }
  return lineFromText(entry, typedWords, environment);
}

/** Returns the line for an entry of the full screen, which has a text instead of arguments. */
function lineFromText(
  entry: HistoryEntry,
  typedWords: readonly string[],
  environment: Environment,
): LineAgain | Failure {
  const text = sentText(entry);
  if ((text + entry.variables).includes(bullets))
    return usageError(
      'The history does not store secrets, and this request had one.',
      'Open it on the full screen with P.',
    );
  if (entry.kind === 'request')
    return { argv: ['run', '-', ...typedWords], environment: { ...environment, stdin: inputOf(text) } };
  const flags = [
    `--query=${text.startsWith('@') ? ` ${text}` : text}`,
    ...(entry.variables.trim() === '' ? [] : [`--variables=${entry.variables}`]),
    ...(entry.operationName === undefined ? [] : [`--operation=${entry.operationName}`]),
  ];
  return { argv: ['graphql', entry.url, ...flags, ...typedWords], environment };
}

const inputOf = (text: string): Environment['stdin'] => Readable.from([Buffer.from(text)]) as Environment['stdin'];

/** The request that was sent, with the variables of its text. */
function sentText({ kind, query, entry }: HistoryEntry): string {
  if (kind !== 'request' || entry === undefined) return query;
  const sentEntry = parseHttpFile(query).entries[entry];
  if (sentEntry === undefined) return query;
  const values = query.match(/^@.*$/gm) ?? [];
  return `${values.map(line => `${line}\n`).join('')}\n###\n${query.slice(sentEntry.from, sentEntry.to)}`;
}
