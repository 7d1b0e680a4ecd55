/** Flags of curl and HTTPie, with our equivalents. */
import { uploadUrl } from './curl/request.js';
import { looksLikeUrl, shownUrl } from './first-word.js';

/** `url` is the line's URL in a form that a hint may show. */
type Hint = string | ((value: string, url: string) => string);

/** A short, harmless value verbatim; otherwise its placeholder. */
const again = (value: string, placeholder: string): string =>
  /^[\w.:/@%+,=-]{1,60}$/.test(value) && !value.startsWith('-') ? value : placeholder;

const method: Hint = (value, url) => `Put the method first: apiclient ${again(value, 'METHOD').toUpperCase()} ${url}`;
const head: Hint = (_, url) =>
  `Put the method first, and add -i to print the head in a pipe, too: apiclient HEAD ${url} -i`;
const agent = (value: string): string => `Use -H "User-Agent: ${again(value, 'NAME')}".`;
/** `-A` is a user agent for curl, and the kind of login for HTTPie. */
const agentOrLogin: Hint = value => {
  if (value === 'bearer') return 'Use -B TOKEN.';
  if (value === 'basic') return 'Use -u USER:PASS.';
  if (value === 'digest') return 'Use --digest -u USER:PASS.';
  return agent(value);
};
const fail = 'Use --fail (curl -f) for an exit code without a body, or -F NAME=TEXT (HTTPie -f) for a form.';
const upload: Hint = (value, url) => {
  const file = again(value, 'FILE');
  return `Use apiclient PUT ${uploadUrl(url, file)} -d @${file}.`;
};
const inProxyUrl = 'Put it in the proxy URL: -x http://USER:PASS@HOST:PORT.';
const tlsOfNode = 'Remove it: Node and its OpenSSL decide this. --tls-min and --tls-max choose the version.';
const otherLogin =
  'Supported logins: Basic (-u), Digest (--digest), AWS (--aws-sigv4), Bearer (-B), API keys (-K, -H) and OAuth 2.0 (--oauth2).';
const saved = 'Use --download to take the file name from the server, or -o FILE.';

/** Rows of flags with the same advice. A function, because only mistyped flags need it. */
// biome-ignore format: a table
const rows = (): readonly (readonly [flags: string, advice: Hint])[] => [
  ['-X --request --method', method],
  ['-I --head', head],
  ['-A', agentOrLogin],
  ['--user-agent', agent],
  ['-f', fail],
  ['-T --upload-file', upload],
  ['--data-binary --data-ascii', value => `Use -d ${again(value, '@FILE')}, which sends bytes unchanged.`],
  ['-G --get --url-query', 'Put NAME==TEXT after the URL to add to its query.'],
  ['-O -J --remote-name --remote-header-name --remote-name-all', saved],
  ['--user --basic', 'Use -u USER:PASS.'],
  ['--token --oauth2-bearer', 'Use -B TOKEN.'],
  ['--location --location-mode', 'Use -L or --follow.'],
  ['--max-time -m', 'Use --timeout SECONDS.'],
  ['--max-filesize', 'Use --max-size BYTES.'],
  ['-e --referer', 'Use -H "Referer: URL".'],
  ['-c', 'Use --cookie-jar FILE.'],
  ['-j --junk-session-cookies', 'For cookies: they are saved only with --cookie-jar FILE. For JSON: use name=text items or --json TEXT.'],
  ['-q --quiet', 'Use -s or --silent.'],
  ['-S --show-error', 'Remove it: errors are always printed.'],
  ['--compressed', 'Remove it: compressed responses are always accepted and decoded.'],
  ['-D --dump-header', 'Use -i to print the head before the body, or --meta FILE for the status and headers as JSON.'],
  ['--headers', 'Use -p h.'],
  ['--body', 'Use -p b.'],
  ['-U --proxy-user --proxy-basic --proxy-login', inProxyUrl],
  ['-n --netrc-optional', 'Use --netrc.'],
  ['--netrc-file', 'Put NETRC=FILE before the command, and pass --netrc.'],
  ['--ignore-netrc', 'Remove it: a netrc file is read only with --netrc.'],
  ['-r --range', 'Use -H "Range: bytes=FROM-TO".'],
  ['--fail-with-body', 'Use --check-status, which prints the body and exits with code 3, 4 or 5 depending on the status.'],
  ['--raw', 'Use --data-raw TEXT.'],
  ['--color --no-color --colour --no-colour --styled-output --style', 'Use --pretty all, colors, format or none. NO_COLOR=1 before the command turns colours off.'],
  ['--sorted', 'Use --format-options sort_keys:true.'],
  ['--unsorted', 'Remove it: headers and members are shown in their original order.'],
  ['--response-mime', value => `Use --response-type ${again(value, 'TYPE')}.`],
  ['--ntlm --ntlm-wb --negotiate --auth-type --anyauth --delegation --krb --service-name --login-options --sasl-authzid --sasl-ir', otherLogin],
  ['--ignore-stdin', 'Remove it: standard input is read only for @-.'],
  ['--offline', 'Use --dry-run.'],
  ['--url', (value, url) => `Pass the URL without a flag: apiclient GET ${shownUrl(value) === 'URL' ? url : shownUrl(value)}`],
  ['--default-scheme --proto-default', 'Put the scheme before the host: http://HOST or https://HOST.'],
  ['--multipart', 'Use -F NAME=TEXT or -F NAME=@FILE.'],
  ['--boundary', 'Use -H "Content-Type: multipart/form-data; boundary=WORD" with -F.'],
  ['--form-escape', 'Remove it: names are escaped the way browsers do it (HTML, section 4.10.21.8).'],
  ['-N --no-buffer --stream', 'Remove it: streams are always shown as they arrive.'],
  ['--expect100-timeout', 'Remove it: with -H "Expect: 100-continue" the body is sent after at most one second.'],
  ['-0 --http0.9 --http1.0', 'Use --http1.1, the oldest supported version.'],
  ['--http3 --http3-only --http2-prior-knowledge', 'Remove it: https offers HTTP/2 by default. HTTP/3, and HTTP/2 without TLS, are not supported.'],
  ['--continue-at', 'Use -C with --download or -o FILE. It finds the resume position itself.'],
  ['--no-clobber --skip-existing', 'Use --download, which never overwrites a file; -o FILE does.'],
  ['--create-dirs', 'Create the folder first: mkdir -p FOLDER.'],
  ['--output-dir', 'Put the folder in the file name: -o FOLDER/FILE.'],
  ['--create-file-mode', 'Use umask to set the mode of new files.'],
  ['--remove-on-error', 'Remove it: an incomplete body is written to FILE.part, so FILE is always complete.'],
  ['-R --remote-time', 'A file has the time at which it was written. -w "%header{last-modified}" prints the server\'s time.'],
  ['--xattr --traceback --trace-time', 'Use --meta FILE for the source of a response, or --debug-log FILE for a full log.'],
  ['--trace --trace-ascii --trace-config --trace-ids --debug', 'Use -v, or --debug-log FILE.'],
  ['--out-null', 'Use -o /dev/null.'],
  ['--stderr', 'Redirect standard error in the shell: 2> FILE.'],
  ['--progress-bar --no-progress-meter -#', 'Progress is shown on a terminal by default. -s hides it.'],
  ['--max-redirs', 'Use --max-redirects N.'],
  ['--post301 --post302 --post303', 'With -L, a POST becomes a GET after 301, 302 and 303 (RFC 9110 15.4) and stays a POST after 307 and 308.'],
  ['--retry-all-errors', 'Use --retry N for temporary failures, and --retry-all for any method.'],
  ['--retry-connrefused', 'Remove it: --retry includes refused connections.'],
  ['--retry-delay --retry-max-time', 'Remove it: the delay of --retry starts at 1 s and doubles each time, unless Retry-After sets it. --timeout limits the total time.'],
  ['--limit-rate --speed-limit --speed-time -Y', 'Remove it: the transfer speed is not limited. --timeout SECONDS limits the total time.'],
  ['-: --next --parallel -Z --parallel-immediate --parallel-max --parallel-max-host --fail-early', 'Each command sends one request. apiclient run FILE.http sends several, and --jobs N runs N files at a time.'],
  ['--variable --expand-url --expand-data --expand-header', 'Use shell variables: "$NAME".'],
  ['-g --globoff', 'Remove it: [ ] { } in a URL are literal.'],
  ['--request-target', 'Use --path-as-is to send the path as typed.'],
  ['--config --disable', 'Set default flags in the configuration file. See apiclient help configuration.'],
  ['--libcurl', 'Use --print-code fetch, or --curl.'],
  ['--manual -M', 'Run apiclient help, or man apiclient.'],
  ['--hsts --alt-svc', 'Use https:// in the URL. Of the server\'s settings, only cookies can be saved (--cookie-jar).'],
  ['--disallow-username-in-url', 'Remove it: USER:PASS@ in a URL is always handled like -u and removed from the URL.'],
  ['--ignore-content-length --max-headers', 'Remove it: a body whose length differs from Content-Length is an error, and a head is limited to 256 KiB.'],
  ['--tr-encoding', 'Remove it: transfer codings are decoded automatically.'],

  ['--verify', 'Use -k to skip the verification, or --cacert FILE.'],
  ['-E', 'Use --cert FILE and --key FILE.'],
  ['--cert-key', value => `Use --key ${again(value, 'FILE')}.`],
  ['--pass --cert-key-pass', 'Use --key-pass PASS, env:NAME or file:PATH.'],
  ['--cert-type --key-type', 'Remove it: PEM and PKCS#12 are detected from the content of the file.'],
  ['-1 --tlsv1 --tlsv1.0', 'Use --tls-min 1.0.'],
  ['--tlsv1.1', 'Use --tls-min 1.1.'],
  ['--tlsv1.2', 'Use --tls-min 1.2.'],
  ['--tlsv1.3', 'Use --tls-min 1.3.'],
  ['--ssl', value => `Use --tls-min ${again(/^tls(1(?:\.\d)?)$/.exec(value)?.[1] ?? '', 'VERSION')} and --tls-max with the same version.`],
  ['-2 -3 --sslv2 --sslv3', 'Use --tls-min 1.0, the oldest supported version.'],
  ['--capath', value => `Put SSL_CERT_DIR=${again(value, 'FOLDER')} before the command.`],
  ['--ca-native', 'Remove it: the certificates of the system are used for unknown issuers.'],
  ['--pinnedpubkey', 'Use --cacert FILE with the certificate of that issuer, so that no other issuer is trusted.'],
  ['--servername --sni', 'Use the name in the URL, and --connect-to HOST:PORT:ADDRESS:PORT to connect elsewhere.'],
  ['--ciphers --tls13-ciphers --curves --sigalgs', 'Put NODE_OPTIONS=--tls-cipher-list=LIST before the command. --tls-min and --tls-max choose the version.'],
  ['--crlfile --cert-status --ssl-no-revoke --ssl-revoke-best-effort', 'Remove it: revocation is not checked.'],
  ['--engine --egd-file --random-file --false-start --ech --no-alpn --no-npn --no-sessionid --ssl-allow-beast --ssl-auto-client-cert --tls-earlydata --dump-ca-embed', tlsOfNode],
  ['--tlsauthtype --tlsuser --tlspassword', 'Use --cert FILE to authenticate; TLS-SRP is not supported.'],

  ['--socks4 --socks4a --socks5 --socks5-hostname', value => `Use -x socks5h://${again(value, 'HOST:PORT')}; socks4://, socks4a:// and socks5:// work, too.`],
  ['--preproxy', 'Use -x URL; only one proxy is supported.'],
  ['--proxytunnel --proxy1.0 --proxy-http2', 'Use -x URL: https requests use CONNECT, and plain http requests are forwarded.'],
  ['--proxy-header --suppress-connect-headers --haproxy-protocol --haproxy-clientip', 'Use -x http://USER:PASS@HOST:PORT to authenticate; no other headers are sent to a proxy. -v prints its response to CONNECT.'],
  ['--proxy-anyauth --proxy-digest --proxy-negotiate --proxy-ntlm --proxy-service-name --socks5-basic --socks5-gssapi --socks5-gssapi-nec --socks5-gssapi-service', `Only Basic credentials are supported for proxies. ${inProxyUrl}`],
  ['--proxy-cacert --proxy-capath --proxy-insecure --proxy-crlfile --proxy-pinnedpubkey --proxy-ca-native', 'Use --cacert and -k, which also apply to an https:// proxy.'],
  ['--proxy-cert --proxy-cert-type --proxy-key --proxy-key-type --proxy-pass --proxy-ssl-auto-client-cert --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser', `Client certificates are not supported for proxies. ${inProxyUrl}`],
  ['--proxy-ciphers --proxy-tls13-ciphers --proxy-tlsv1 --proxy-ssl-allow-beast', tlsOfNode],

  ['--dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --doh-insecure --doh-cert-status', 'Remove it: the system resolves names. --resolve HOST:PORT:ADDRESS sets the address of one host.'],
  ['--interface --local-port --keepalive-time --keepalive-cnt --no-keepalive --tcp-fastopen --tcp-nodelay --happy-eyeballs-timeout-ms --ip-tos --vlan-priority --mptcp', 'Remove it: the system decides. -4 and -6 choose the address family.'],
  ['--abstract-unix-socket', 'Use --unix-socket PATH; abstract sockets are not supported.'],
  ['--proto --proto-redir', 'Remove it: only http and https are supported, and redirects from https to http are refused.'],
  ['-P -Q -t --append --compressed-ssh --crlf --disable-eprt --disable-epsv --ftp-account --ftp-alternative-to-user --ftp-create-dirs --ftp-method --ftp-pasv --ftp-port --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode --ftp-ssl-control --hostpubmd5 --hostpubsha256 --list-only --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails --metalink --pubkey --quote --ssl-reqd --telnet-option --tftp-blksize --tftp-no-options --use-ascii --ipfs-gateway --knownhosts --upload-flags', 'Use curl; apiclient supports only http and https.'],
];

/** Returns our equivalent of another tool's flag, with its value, or undefined if unknown. */
export function flagOfOtherTool(flag: string, value: string | undefined, argv: readonly string[]): string | undefined {
  const advice = rows().find(([flags]) => flags.split(' ').includes(flag))?.[1];
  if (typeof advice !== 'function') return advice;
  return advice(value ?? '', shownUrl(argv.find(word => !word.startsWith('-') && looksLikeUrl(word))));
}
