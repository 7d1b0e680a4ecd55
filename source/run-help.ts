import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Paint } from './command/help/draw.js';
import type { Command } from './core/command.js';
import { type Failure, isFailure } from './core/failure.js';
import { safeLine } from './core/response/safe-text.js';
import type { Environment } from './environment.js';
import { configFile } from './io/config.js';
import { cacheFolder, stateFolder } from './io/directories.js';
import { outputStyleOf } from './plain/output-style.js';

type HelpCommand = Extract<Command, { readonly kind: 'help' | 'usage' }>;

/** `apiclient help [TOPIC]`, paged and coloured on a terminal, and every `--help`. An unknown topic is a failure. */
export async function runHelp(command: HelpCommand, environment: Environment): Promise<number | Failure> {
  const text = await textOf(command, environment);
  if (isFailure(text)) return text;
  const { stdout, signal } = environment;
  const isLong = text.split('\n').length > (stdout.rows ?? Number.POSITIVE_INFINITY);
  if (command.kind === 'help' && stdout.isTTY && isLong && environment.variables.TERM !== 'dumb') {
    const { throughPager } = await import('./tui/terminal/external.js');
    if ((await throughPager(text, environment, signal)) === undefined) return 0;
  }
  stdout.write(text);
  return 0;
}

/** This user's file paths, and the contents of each. */
const placesHere = (environment: Environment): readonly (readonly [place: string, keeps: string])[] =>
  (
    [
      [configFile(environment), 'the configuration'],
      [path.join(stateFolder(environment), 'tokens.json'), 'tokens'],
      [path.join(stateFolder(environment), 'trust.json'), 'trusted .http files'],
      [stateFolder(environment), 'history, unsaved texts, sessions'],
      [cacheFolder(environment), 'schemas and compiled code'],
    ] as const
  ).map(([place, keeps]) => [safeLine(place), existsSync(place) ? keeps : `${keeps}; does not exist yet`]);

async function textOf(command: HelpCommand, environment: Environment): Promise<string | Failure> {
  const { aboutTopic, commandHelp, keyText, searchHelp } = await import('./command/about.js');
  if (command.kind === 'usage') return commandHelp(command.command, command.brief, command.action);
  const { topic } = command;
  if (topic === 'licences' || topic === 'licenses') return environment.notice();
  const paint = await painter(environment);
  if (topic === 'keys') return keyText((await import('./tui/app/key-help.js')).keyHelp(), paint);
  const text = aboutTopic(topic, paint, topic === 'files' ? placesHere(environment) : []);
  return text ?? searchHelp(topic ?? '', (await import('./tui/app/key-help.js')).keyHelp());
}

/** Highlights headings and text to type, if the terminal has colours. */
async function painter(environment: Environment): Promise<Paint | undefined> {
  if (!environment.stdout.isTTY || !outputStyleOf({}, environment).colour) return undefined;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return (text, role) => (role === 'code' ? chalk.cyan : chalk.bold)(text);
}
