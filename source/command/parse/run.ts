/** `apiclient run FILE.http… [name=value…] [flags]` -> `RunCommand`. */
import type { RunCommand } from '../../core/command.js';
import { isOverAll } from '../../core/load/options.js';
import { flagWords } from '../read-line.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { seconds } from '../values.js';
import { parseAuth, parseHeaders } from './auth.js';
import { parseNetwork } from './network.js';
import { parseOutput } from './output.js';
import { jobsOf, parseRepeat } from './repeat.js';
import { parseReports } from './report.js';

const form = 'Usage: apiclient run api.http [--env dev] [name=value…]';

/** Options of the run itself. All others are passed on to each request. */
const own: readonly string[] = [
  ...['include', 'verbose', 'print', 'pretty', 'silent', 'meta', 'curl', 'print-code', 'show-secrets', 'dry-run'],
  ...['manifest', 'as-json', 'trust', 'graph', 'bail', 'cleanup', 'delay', 'rows', 'tag', 'rerun-failed'],
  ...['help', 'version', 'request', 'env', 'list', 'keep-going', 'jobs', 'report', 'repeat', 'rate', 'check-all'],
];

/** Parses the line of a run. A word with `=` after a name is a value; every other word is a file. */
export function parseRun(given: FlagTokens, errors: UsageErrors): RunCommand {
  const { files, values } = filesAndValues(given);
  if (files.length === 0) errors.add('run needs a .http file.', form);
  const url = files.find(file => /^https?:\/\//i.test(file));
  if (url !== undefined) errors.add('run takes files, not URLs.', form);
  const repeat = parseRepeat(given, errors);
  if (repeat && files.length > 1)
    errors.add('--repeat takes only one file.', 'Usage: apiclient run FILE --repeat 100 --jobs 4');
  const [rows, delay] = [given.last('rows'), given.last('delay')];
  refuseRows(rows, files, repeat, errors);
  refuseSelections(given, errors);
  const flags = flagWords(given, own).filter(
    word => !(repeat && word.startsWith('--assert=') && isOverAll(word.slice(9))),
  );
  refuseInput(flags, errors);
  if (given.on('as-json') && !(['manifest', 'list', 'graph'] as const).some(name => given.on(name)))
    errors.add(
      '--json has no effect without --list, --graph or --manifest.',
      'Usage: apiclient run api.http --graph --json',
    );
  const manifest = given.on('as-json') ? 'json' : 'text';
  const reports = parseReports(given, errors);
  const headers = parseHeaders(given, errors);
  return {
    kind: 'run',
    files,
    requests: given.all('request'),
    tags: given.all('tag'),
    rerunFailed: given.last('rerun-failed'),
    rows,
    bail: given.on('bail'),
    cleanup: given.on('cleanup'),
    delayMs: delay === undefined ? 0 : seconds(delay, '--delay', errors),
    environmentName: given.last('env'),
    values,
    keepGoing: given.on('keep-going'),
    jobs: jobsOf(given, 1, errors),
    repeat,
    list: given.on('list'),
    graph: given.on('graph'),
    asJson: given.on('as-json'),
    trust: given.on('trust') || undefined,
    manifest: given.on('manifest') ? manifest : undefined,
    reports,
    flags,
    auth: parseAuth(given, {}, headers, errors, { isPartial: true }),
    network: parseNetwork(given, errors),
    output: parseOutput(given, errors),
  };
}

function refuseRows(
  rows: string | undefined,
  files: readonly string[],
  repeat: RunCommand['repeat'],
  errors: UsageErrors,
): void {
  if (rows === '') errors.add('--rows needs a file.', 'Usage: --rows users.csv');
  if (rows !== undefined && repeat) errors.add('--repeat and --rows cannot be combined.', 'Remove --repeat or --rows.');
  if (rows === '-' && files.includes('-'))
    errors.add('Standard input can be read only once, but both the file and --rows are -.', 'Usage: --rows users.csv');
}

/** Rejects invalid choices of requests. */
function refuseSelections(given: FlagTokens, errors: UsageErrors): void {
  if (given.last('rerun-failed') === '')
    errors.add('--rerun-failed needs a file.', 'Usage: --rerun-failed report.json');
  if (given.all('tag').some(tag => !/^!?[^\s,!]+$/.test(tag)))
    errors.add('--tag needs one word of # @tag.', "Usage: --tag smoke, --tag '!slow'");
  if (given.on('bail') && given.on('keep-going'))
    errors.add('--bail and --keep-going cannot be combined.', 'Remove --bail or --keep-going.');
  if (given.all('request').includes('')) errors.add('--request needs the name of a request.', 'Usage: --request login');
  if (given.last('env') === '') errors.add('--env needs the name of an environment.', 'Usage: --env dev');
}

/** Rejects flags that read standard input for each request. */
function refuseInput(flags: readonly string[], errors: UsageErrors): void {
  const once = flags.find(word => /[=:]-$|=@-$/.test(word));
  if (once !== undefined)
    errors.add(
      `${once.replace(/=.*/s, '')} reads standard input, which can be read only once, but a run sends several requests.`,
      'Use env:NAME or file:PATH.',
    );
}

/** The words after the command: files, and `name=value`. */
export function filesAndValues(given: FlagTokens): Pick<RunCommand, 'files' | 'values'> {
  const words = given.words.slice(1);
  const values = words.flatMap(word => {
    const [, name, value = ''] = /^([A-Za-z_][\w.-]*)=([\s\S]*)$/.exec(word) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  return { files: words.filter(word => !/^[A-Za-z_][\w.-]*=/.test(word)), values };
}
