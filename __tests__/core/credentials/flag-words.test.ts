/** The flags displayed for a login, parsed by every shell: any name or path is a single word. */
import { authFlags, keyHeaderFlag } from '../../../source/core/credentials/written-flags.js';
import { secret } from '../../../source/core/secret.js';
import { withPrograms } from '../../support/programs.js';
import { type CommandShell, callsBy, commandShells } from '../../support/shells/run-command.js';

const hush = { from: 'text', value: secret('hush') } as const;
const name = "$(touch ran)'`touch ran`\\";

describe.each(Object.keys(commandShells) as CommandShell[])('%s', shell => {
  withPrograms([shell], () => {
    test('preserves the name of an API key and of a user', () => {
      const words = authFlags({ basic: { user: name, password: hush }, apiKeys: [{ name, value: hush }] });
      const [call] = callsBy(shell, `apiclient ${words.join(' ')}\n`, 'apiclient');
      expect(call?.argv).toEqual(['--auth', `${name}:••••`, '--api-key-query', `${name}=••••`]);
    });

    test.each([
      ['typed', hush, "X-`id`'$y: ••••"],
      ['in a variable', { from: 'env', name: 'HOME_OF_KEY' }, "X-`id`'$y: from the variable"],
      ['in a file', { from: 'file', path: "it's a $(file)" }, "X-`id`'$y: from the file"],
    ] as const)('preserves the name of a header for the key %s', (_, value, expected) => {
      const words = keyHeaderFlag({ kind: 'secret', name: "X-`id`'$y", value });
      const script = `export HOME_OF_KEY='from the variable'\napiclient ${words.join(' ')}\n`;
      const files = { "it's a $(file)": Buffer.from('from the file\n') };
      expect(callsBy(shell, script, 'apiclient', files)[0]?.argv).toEqual(['--header', expected]);
    });
  });
});

test.each([
  ['aws:amz', {}],
  ['aws:amz:eu-west-1', { region: 'eu-west-1' }],
  ['aws:amz:eu-west-1:s3', { region: 'eu-west-1', service: 's3' }],
  ['aws:amz::s3', { service: 's3' }],
])('--aws-sigv4 %s is written with its region and service in their fields', (scope, parts) => {
  const aws = { key: { user: 'id', password: { from: 'env', name: 'KEY' } }, ...parts } as const;
  expect(authFlags({ aws, apiKeys: [] })).toEqual(['--aws-sigv4', scope, '--auth', 'id:env:KEY']);
});
