import type { Command } from './core/command.js';
import { type Failure, isFailure } from './core/failure.js';
import type { Environment } from './environment.js';

/** `brief`: the most used flags, and where to find the others. */
type HelpRequest = Pick<Extract<Command, { readonly kind: 'help' }>, 'topic' | 'brief'>;

/** `apiclient help [TOPIC]`, and every `--help`. A failure for an unknown topic. */
export async function runHelp({ topic, brief }: HelpRequest, environment: Environment): Promise<number | Failure> {
  const text = await textOf(topic, brief === true, environment);
  if (isFailure(text)) return text;
  environment.stdout.write(text);
  return 0;
}

async function textOf(topic: string | undefined, brief: boolean, environment: Environment): Promise<string | Failure> {
  if (topic === 'licences' || topic === 'licenses') return environment.notice();
  const { aboutTopic, keyText } = await import('./command/about.js');
  if (topic === 'keys') return keyText((await import('./tui/app/key-help.js')).keyHelp());
  return aboutTopic(topic, brief);
}
