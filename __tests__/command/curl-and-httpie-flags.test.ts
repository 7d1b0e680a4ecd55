/** Every flag of curl and of HTTPie either has the same meaning here, or an error suggests what to type. */

import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { hintText } from '../../source/core/hint.js';

/** `curl --help all` of 7.88, and the flags added up to 8.17. */
const curl = `
  --abstract-unix-socket --alt-svc --anyauth -a --append --aws-sigv4 --basic --cacert --capath -E --cert --cert-status
  --cert-type --ciphers --compressed --compressed-ssh -K --config --connect-timeout --connect-to -C --continue-at -b
  --cookie -c --cookie-jar --create-dirs --create-file-mode --crlf --crlfile --curves -d --data --data-ascii --data-binary
  --data-raw --data-urlencode --delegation --digest -q --disable --disable-eprt --disable-epsv --disallow-username-in-url
  --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-cert-status --doh-insecure --doh-url -D
  --dump-header --egd-file --engine --etag-compare --etag-save --expect100-timeout -f --fail --fail-early --fail-with-body
  --false-start -F --form --form-escape --form-string --ftp-account --ftp-alternative-to-user --ftp-create-dirs
  --ftp-method --ftp-pasv -P --ftp-port --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode --ftp-ssl-control
  -G --get -g --globoff --happy-eyeballs-timeout-ms --haproxy-protocol -I --head -H --header -h --help --hostpubmd5
  --hostpubsha256 --hsts --http0.9 -0 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only
  --ignore-content-length -i --include -k --insecure --interface -4 --ipv4 -6 --ipv6 --json -j --junk-session-cookies
  --keepalive-time --key --key-type --krb --libcurl --limit-rate -l --list-only --local-port -L --location
  --location-trusted --login-options --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails -M --manual --max-filesize
  --max-redirs -m --max-time --metalink --negotiate -n --netrc --netrc-file --netrc-optional -: --next --no-alpn -N
  --no-buffer --no-clobber --no-keepalive --no-npn --no-progress-meter --no-sessionid --noproxy --ntlm --ntlm-wb
  --oauth2-bearer -o --output --output-dir -Z --parallel --parallel-immediate --parallel-max --pass --path-as-is
  --pinnedpubkey --post301 --post302 --post303 --preproxy -# --progress-bar --proto --proto-default --proto-redir -x
  --proxy --proxy-anyauth --proxy-basic --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers
  --proxy-crlfile --proxy-digest --proxy-header --proxy-insecure --proxy-key --proxy-key-type --proxy-negotiate
  --proxy-ntlm --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert
  --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy-tlsv1 -U --proxy-user --proxy1.0
  -p --proxytunnel --pubkey -Q --quote --random-file -r --range --rate --raw -e --referer -J --remote-header-name -O
  --remote-name --remote-name-all -R --remote-time --remove-on-error -X --request --request-target --resolve --retry
  --retry-all-errors --retry-connrefused --retry-delay --retry-max-time --sasl-authzid --sasl-ir --service-name -S
  --show-error -s --silent --socks4 --socks4a --socks5 --socks5-basic --socks5-gssapi --socks5-gssapi-nec
  --socks5-gssapi-service --socks5-hostname -Y --speed-limit -y --speed-time --ssl --ssl-allow-beast
  --ssl-auto-client-cert --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort -2 --sslv2 -3 --sslv3 --stderr
  --styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay -t --telnet-option --tftp-blksize
  --tftp-no-options -z --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser -1 --tlsv1 --tlsv1.0
  --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace --trace-ascii --trace-time --unix-socket -T --upload-file --url
  --url-query -B --use-ascii -u --user -A --user-agent -v --verbose -V --version -w --write-out --xattr --ca-native
  --proxy-ca-native --ipfs-gateway --haproxy-clientip --proxy-http2 --mptcp --ech --ip-tos --vlan-priority --keepalive-cnt
  --dump-ca-embed --skip-existing --tls-earlydata --sigalgs --out-null --parallel-max-host --upload-flags --variable
  --expand-url --trace-config --trace-ids --knownhosts --location-mode`;

/** `http --help` of 3.2. */
const httpie = `
  --json -j --form -f --multipart --boundary --raw --compress -x --pretty --style --unsorted --format-options --sorted
  --response-charset --response-mime --print --headers -h --meta -m --body -b --verbose -v --all --stream -S --output
  --download -d --continue -c --quiet -q --session --session-read-only --auth --auth-type --ignore-netrc --offline --proxy
  --follow -F --max-redirects --max-headers --timeout --check-status --path-as-is --chunked --verify --ssl --ciphers
  --cert --cert-key --cert-key-pass --ignore-stdin -I --help --manual --version --traceback --default-scheme --debug -s -p
  -o -a -A`;

const words = (text: string): readonly string[] => [...new Set(text.trim().split(/\s+/))];

test.each(words(curl))('curl’s %s', flag => answered(flag));
test.each(words(httpie))('HTTPie’s %s', flag => answered(flag));

function answered(flag: string): void {
  const parsed = parse(['GET', 'https://a.example', flag, 'x']);
  if (!isFailure(parsed)) return;
  expect(hintText(parsed.hint ?? '')).toMatch(/\w/);
  expect(hintText(parsed.hint ?? '')).not.toContain('--help lists all flags');
}

const a = 'https://a.example/x';

test.each([
  [['--tlsv1.2'], 'Use --tls-min 1.2.'],
  [['--ssl=tls1.3'], 'Use --tls-min 1.3 and --tls-max with the same version.'],
  [['--cert-key', 'me.key'], 'Use --key me.key.'],
  [['--socks5', 'h:1080'], 'Use -x socks5h://h:1080;'],
  [['-T', 'f.bin'], `Use apiclient PUT ${a} -d @f.bin.`],
  [['--data-ascii', '@f'], 'Use -d @f, which sends bytes unchanged.'],
  [
    ['--pinnedpubkey', 'sha256//x'],
    'Use --cacert FILE with the certificate of that issuer, so that no other issuer is trusted',
  ],
  [['--retry-delay', '3'], 'the delay of --retry starts at 1 s'],
])('%j suggests what to type', (flags, hint) => {
  expect(parse(['GET', a, ...flags])).toMatchObject({ kind: 'usage', hint: expect.stringContaining(hint) });
});

test('-T with the URL of a folder suggests the URL that curl would use', () => {
  expect(parse(['PUT', 'https://a.example/up/', '-T', 'f.bin'])).toMatchObject({
    hint: 'Use apiclient PUT https://a.example/up/f.bin -d @f.bin.',
  });
});
