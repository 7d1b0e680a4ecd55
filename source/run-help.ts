/** `apiclient help [TOPIC]`, and every `--help`. */
import { type Failure, isFailure } from './core/failure.js';
import type { Environment } from './environment.js';

/** Prints the help of a topic; a failure for a topic that does not exist. */
export async function runHelp(topic: string | undefined, environment: Environment): Promise<number | Failure> {
  const text = await textOf(topic, environment);
  if (isFailure(text)) return text;
  environment.stdout.write(text);
  return 0;
}

async function textOf(topic: string | undefined, environment: Environment): Promise<string | Failure> {
  if (topic === 'licences' || topic === 'licenses') return environment.notice();
  const { aboutTopic, keyText } = await import('./command/about.js');
  if (topic === 'keys') return keyText((await import('./tui/app/key-help.js')).keyHelp());
  return aboutTopic(topic);
}
