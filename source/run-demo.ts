/** `apiclient demo`: the built-in API in this process, and the program itself run against it. */
import { parse } from './command/parse.js';
import { type ScreenBegin, screenProblem } from './command/screen.js';
import type { DemoCommand } from './core/command.js';
import { type Failure, isFailure } from './core/failure.js';
import type { Demo } from './demo/start.js';
import type { Environment } from './environment.js';
import { forgetEndpoint } from './io/history.js';

const query = '{ books(first: 3, sort: { by: RATING, descending: true }) { nodes { title rating author { name } } } }';

/** Preferred, because drafts are restored under the same URL. */
const usualPort = 4000;

function screenFlags({ screen }: DemoCommand): string[] {
  return [
    ...(screen.mouse ? [] : ['--no-mouse']),
    ...(screen.ascii ? ['--ascii'] : []),
    ...(screen.linear ? ['--linear'] : []),
    ...(screen.keepGoing ? ['--keep-going'] : []),
    ...(screen.theme ? ['--theme', screen.theme] : []),
  ];
}

/** Returns why this terminal cannot show the full screen, or undefined if it can. */
function problemOf(argv: readonly string[], environment: Environment): Failure | undefined {
  const command = parse(argv);
  if (isFailure(command)) return command;
  return command.kind === 'graphql' ? screenProblem(command, environment) : undefined;
}

/** Prints the URLs and waits for SIGINT, SIGTERM or SIGHUP, which end it with exit code 0. */
async function serve(demo: Demo, { output }: DemoCommand, { stdout, signal }: Environment): Promise<number> {
  const addresses = `REST     ${demo.url}/\nGraphQL  ${demo.graphqlUrl}\n`;
  if (!output.silent) stdout.write(`${addresses}Ctrl-C ends it.\n`);
  if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
  return 0;
}

/**
 * With `--serve`, runs only the API. Otherwise opens the full screen on a terminal; without one, runs one GET and one query and
 * prints them with their commands.
 * @param run runs the program with these arguments and returns its exit code; the second argument is for the full screen if it
 * opens
 */
export async function runDemo(
  command: DemoCommand,
  environment: Environment,
  run: (argv: readonly string[], begins?: ScreenBegin) => Promise<number>,
): Promise<number | Failure> {
  const demo = await startedDemo(command);
  if (isFailure(demo)) return demo;
  const { tour } = command.screen;
  try {
    if (command.serve) return await serve(demo, command, environment);
    const onScreen = ['graphql', demo.graphqlUrl, ...screenFlags(command)];
    const problem = problemOf(onScreen, environment);
    if (tour && problem) return { ...problem, hint: 'Without a terminal: apiclient demo' };
    if (problem) return await runSamples(demo, command, environment, run);
    const code = await run(onScreen, { tour, otherTabs: [{ kind: 'http', url: demo.url }] });
    // A random port disappears with the program, so do not offer this endpoint again.
    if (command.port === 0) for (const url of [demo.graphqlUrl, demo.url]) await forgetEndpoint(url, environment);
    return code;
  } finally {
    await demo.close();
  }
}

/** Starts the API at the default port if possible. A tour does not, because it starts without the drafts of that port. */
async function startedDemo({ port, screen }: DemoCommand): Promise<Demo | Failure> {
  const { startDemo } = await import('./demo/start.js');
  const usual = port === 0 && !screen.tour ? await startDemo({ port: usualPort }) : undefined;
  return usual === undefined || isFailure(usual) ? startDemo({ port }) : usual;
}

/** Runs one GET and one query, each after the line that runs it in a shell. */
async function runSamples(
  demo: Demo,
  { output }: DemoCommand,
  { stdout, stderr }: Environment,
  run: (argv: readonly string[]) => Promise<number>,
): Promise<number> {
  const samples = [
    ['GET', `${demo.url}/books/1`],
    ['graphql', demo.graphqlUrl, '--query', query],
  ];
  for (const [index, argv] of samples.entries()) {
    if (index > 0) stdout.write('\n');
    const shown = argv.map(word => (/^[\w:/.-]+$/.test(word) ? word : `'${word}'`)).join(' ');
    if (!output.silent) stderr.write(`$ apiclient ${shown}\n`);
    const code = await run([...argv, '--pretty', 'format']);
    if (code !== 0) return code;
  }
  if (!output.silent)
    stderr.write(
      'That was a small API on this machine. On a terminal, apiclient demo opens it on a full screen.\n' +
        'Pass --linear to use it line by line.\n',
    );
  return 0;
}
