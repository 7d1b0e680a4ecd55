/** curl's flags and what they mean here. Other flags are looked up in `../other-tools.ts`. */

export type Meaning =
  /** A synonym of another flag. `switch` takes no value. */
  | { readonly kind: 'switch'; readonly ours: readonly string[] }
  /** `prefix` keeps ours from reading `env:` and `file:` in a value. */
  | { readonly kind: 'value'; readonly ours: string; readonly prefix: string }
  /** Has no effect on what is sent, or what it asks for is done anyway; `why` is told where a reader may miss it. */
  | { readonly kind: 'passed'; readonly takesValue: boolean; readonly why?: string }
  /** Read by `translate.ts`. */
  | { readonly kind: 'own'; readonly takesValue: boolean };

const same = (ours: string): Meaning => ({ kind: 'value', ours, prefix: '' });
const secretOf = (ours: string): Meaning => ({ kind: 'value', ours, prefix: 'text:' });
const on = (...ours: readonly string[]): Meaning => ({ kind: 'switch', ours });
const own: Meaning = { kind: 'own', takesValue: true };
const ownSwitch: Meaning = { kind: 'own', takesValue: false };
const silently: Meaning = { kind: 'passed', takesValue: false };
const passed = (why: string, takesValue = false): Meaning => ({ kind: 'passed', takesValue, why });

// biome-ignore format: a table
const rows: readonly (readonly [flags: string, meaning: Meaning])[] = [
  ['-X --request', own],
  ['-I --head', ownSwitch],
  ['-G --get', ownSwitch],
  ['--url', own],
  ['--url-query', own],
  ['-g --globoff', ownSwitch],
  ['-d --data --data-ascii', own],
  ['--data-binary', own],
  ['--data-raw', own],
  ['--data-urlencode', own],
  ['--json', own],
  ['-F --form', own],
  ['--form-string', own],
  ['-T --upload-file', own],
  ['-H --header', own],
  ['-A --user-agent', own],
  ['-e --referer', own],
  ['-r --range', own],
  ['-b --cookie', own],
  ['-c --cookie-jar', own],
  ['-o --output', own],
  ['-O --remote-name --remote-name-all', ownSwitch],
  ['--no-clobber', ownSwitch],
  ['--trace --trace-ascii', own],
  ['-J --remote-header-name', ownSwitch],
  ['--output-dir', own],
  ['-C --continue-at', own],
  ['-D --dump-header', own],
  ['-E --cert', own],
  ['-x --proxy', own],
  ['-U --proxy-user', own],
  ['--proto', own],
  ['--socks4', own],
  ['--socks4a', own],
  ['--socks5', own],
  ['--socks5-hostname', own],

  ['-u --user', secretOf('--auth')],
  ['--digest', on('--digest')],
  ['--aws-sigv4', same('--aws-sigv4')],
  ['--oauth2-bearer', secretOf('--bearer')],
  ['-n --netrc', on('--netrc')],
  ['-i --include --show-headers', on('--include')],
  ['-v --verbose', on('--verbose')],
  ['-s --silent', on('--silent')],
  ['-f --fail', on('--fail')],
  ['--fail-with-body', on('--check-status')],
  ['-w --write-out', same('--write-out')],
  ['--etag-compare', same('--etag-compare')],
  ['--etag-save', same('--etag-save')],
  ['-z --time-cond', same('--time-cond')],
  ['-L --location', on('--follow')],
  ['--location-trusted', on('--follow', '--location-trusted')],
  ['--max-redirs', same('--max-redirects')],
  ['-m --max-time', same('--timeout')],
  ['--connect-timeout', same('--connect-timeout')],
  ['--retry', same('--retry')],
  ['--max-filesize', same('--max-size')],
  ['--noproxy', same('--noproxy')],
  ['--unix-socket', same('--unix-socket')],
  ['--resolve', same('--resolve')],
  ['--connect-to', same('--connect-to')],
  ['--path-as-is', on('--path-as-is')],
  ['-4 --ipv4', on('--ipv4')],
  ['-6 --ipv6', on('--ipv6')],
  ['--http2', on('--http2')],
  ['--http1.1', on('--http1.1')],
  ['-k --insecure', on('--insecure')],
  ['--cacert', same('--cacert')],
  ['--key', same('--key')],
  ['--pass', secretOf('--key-pass')],
  ['-1 --tlsv1 --tlsv1.0', on('--tls-min=1.0')],
  ['--tlsv1.1', on('--tls-min=1.1')],
  ['--tlsv1.2', on('--tls-min=1.2')],
  ['--tlsv1.3', on('--tls-min=1.3')],
  ['--tls-max', same('--tls-max')],

  ['--basic --compressed -N --no-buffer -S --show-error -q --disable --ca-native --retry-connrefused --fail-early', silently],
  ['-# --progress-bar --no-progress-meter --styled-output -Z --parallel --parallel-immediate --remove-on-error --tcp-nodelay --tr-encoding', silently],
  ['--cert-type --key-type --tls-max-default --expect100-timeout --parallel-max', { kind: 'passed', takesValue: true }],
  ['--retry-all-errors', on('--retry-all')],
  ['--retry-delay --retry-max-time', passed('the delay starts at 1 s and doubles with each retry, unless Retry-After sets it', true)],
  ['--keepalive-time --keepalive-cnt', passed('the operating system decides', true)],
  ['--no-keepalive --tcp-fastopen --false-start', passed('the operating system decides')],
  ['--limit-rate --speed-limit -Y --speed-time -y', passed('the transfer speed is not limited', true)],
  ['-R --remote-time', passed('a saved file gets the current time')],
  ['--proto-redir', passed('a redirect from https to http is refused', true)],
  ['--http3', passed('HTTP/3 is not supported; https offers HTTP/2')],
  ['--rate', passed('only one request is sent', true)],
  ['--raw', passed('transfer codings are always decoded')],
  ['--hsts --alt-svc', passed('only cookies are stored between runs', true)],
  ['--happy-eyeballs-timeout-ms --dns-cache-timeout', passed('the operating system decides', true)],
  ['--xattr --alpn --npn --sessionid --ssl-reqd --proxy-basic --trace-time --trace-ids', silently],
  ['--create-dirs', passed('folders are not created; run mkdir -p first')],
  ['--ssl-no-revoke --ssl-revoke-best-effort', passed('certificate revocation is not checked')],
];

const byName = new Map(rows.flatMap(([flags, meaning]) => flags.split(' ').map(flag => [flag, meaning] as const)));
const longNames = [...byName.keys()].filter(flag => flag.startsWith('--'));

/** A flag with its primary name, which `translate.ts` uses. */
interface CurlFlag {
  readonly name: string;
  readonly meaning: Meaning;
}

const firstName = new Map(rows.flatMap(([flags]) => flags.split(' ').map(flag => [flag, flags.split(' ')[0] ?? flag])));

/** Returns the flag with this name. Like older versions of curl, accepts unambiguous abbreviations of long names. */
export function curlFlag(typed: string): CurlFlag | undefined {
  const name =
    byName.has(typed) || !typed.startsWith('--') ? typed : unique(longNames.filter(each => each.startsWith(typed)));
  const meaning = name === undefined ? undefined : byName.get(name);
  return meaning && name !== undefined ? { name: firstName.get(name) ?? name, meaning } : undefined;
}

const unique = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined);
