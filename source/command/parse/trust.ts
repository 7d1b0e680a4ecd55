/** `apiclient trust FILE…`, `--list`, `--remove FILE…`. */
import type { TrustCommand } from '../../core/command.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { filesAndValues } from './run.js';

const usage = 'Usage: apiclient trust FILE.http, apiclient trust --list, apiclient trust --remove FILE.http';

export function parseTrust(given: FlagTokens, errors: UsageErrors): TrustCommand {
  const { files, values } = filesAndValues(given);
  const [isList, isRemove] = [given.on('list'), given.on('remove')];
  let action: TrustCommand['action'] = 'add';
  if (isList) action = 'list';
  else if (isRemove) action = 'remove';
  if (isList && isRemove) errors.add('--list and --remove cannot be combined.', usage);
  else if (isList && files.length > 0) errors.add('--list does not take files.', usage);
  else if (!isList && files.length === 0) errors.add('trust needs a file.', usage);
  if (files.includes('-')) errors.add('Standard input cannot be trusted.', 'Usage: apiclient run - --trust');
  const environmentName = given.last('env');
  if (action !== 'add' && (environmentName !== undefined || values.length > 0))
    errors.add('Values have no effect with --list or --remove.', usage);
  return { kind: 'trust', action, files, values, environmentName };
}
