/** Typical curl lines of documentation that were refused once, and what they become. */

import { translatePasted } from '../../../source/command/curl/pasted.js';
import { parse } from '../../../source/command/parse.js';
import { isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';

const url = 'https://api.example.com/f.iso';

test.each([
  [`curl --tlsv1.2 --tls-max 1.2 ${url}`, ['--tls-min=1.2', '--tls-max=1.2'], 0],
  [`curl --http3 ${url}`, [], 1],
  [`curl --rate 2/s ${url}`, [], 1],
  [`curl --raw ${url}`, [], 1],
  [`curl --hsts hsts.txt --alt-svc alt.txt ${url}`, [], 2],
  [`curl --happy-eyeballs-timeout-ms 200 ${url}`, [], 1],
  [`curl --ssl-reqd --xattr --no-sessionid ${url}`, [], 0],
  [`curl --no-clobber -O ${url}`, ['--download'], 0],
  [`curl --remote-name-all ${url}`, ['--output=f.iso'], 0],
  [`curl --trace-ascii trace.txt --trace-time ${url}`, ['--debug-log=trace.txt'], 0],
  [`curl --trace - ${url}`, ['--verbose'], 0],
  [`curl -x http://u:p@proxy:1 --proxy-basic ${url}`, ['--proxy=http://u:p@proxy:1'], 0],
])('%s', (line, flags, notes) => {
  const translated = translatePasted(line);
  if (isFailure(translated)) throw new Error(translated.text);
  expect(translated.argv).toEqual(['GET', url, ...flags]);
  expect(translated.notes).toHaveLength(notes);
  expect(isFailure(parse(translated.argv))).toBe(false);
});

test.each([
  [`curl --capath /etc/certs ${url}`, 'Put SSL_CERT_DIR=/etc/certs before the command.'],
  [`curl --no-clobber -o out ${url}`, 'Use --download, which never overwrites a file; -o FILE does.'],
  [`curl --ntlm -u u:p ${url}`, 'Supported logins: Basic (-u)'],
])('%s is refused with advice', (line, hint) => {
  const refused = translatePasted(line);
  expect(isFailure(refused) && hintText(refused.hint ?? '')).toContain(hint);
});
