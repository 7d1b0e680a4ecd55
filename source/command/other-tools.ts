/** Flags of curl and HTTPie, with our equivalents. */
import { looksLikeUrl, shownUrl } from './first-word.js';

/** `url` is the line's URL in a form that a hint may show. */
type Hint = string | ((value: string, url: string) => string);

/** A short, harmless value verbatim; otherwise its placeholder. */
const again = (value: string, placeholder: string): string =>
  /^[\w.:/@%+,=-]{1,60}$/.test(value) && !value.startsWith('-') ? value : placeholder;

const method: Hint = (value, url) => `The method comes first: apiclient ${again(value, 'METHOD').toUpperCase()} ${url}`;
const head: Hint = (_, url) =>
  `The method comes first, and -i prints the head in a pipe, too: apiclient HEAD ${url} -i`;
const agent: Hint = value => `Write -H "User-Agent: ${again(value, 'NAME')}".`;
const fail =
  'Write --fail (as with curl) for an exit code and no body, or -F NAME=TEXT (as with HTTPie -f) for a form.';
const upload: Hint = (value, url) => `Write apiclient PUT ${url} -d @${again(value, 'FILE')}.`;
const inProxyUrl = 'Write it into the URL of the proxy: -x http://USER:PASS@HOST:PORT.';
const tlsOfNode = 'Leave it out: Node and its OpenSSL decide it; --tls-min and --tls-max choose the version.';
const otherLogin =
  'Basic (-u), Digest (--digest), AWS (--aws-sigv4), Bearer (-B), an API key (-K, -H) and OAuth 2.0 (--oauth2) are the supported logins.';
const saved = 'Write --download to name the file as the server does, or -o FILE.';

/** Rows of flags with the same advice. A function, because only mistyped flags need it. */
// biome-ignore format: a table
const rows = (): readonly (readonly [flags: string, advice: Hint])[] => [
  ['-X --request --method', method],
  ['-I --head', head],
  ['-A --user-agent', agent],
  ['-f', fail],
  ['-T --upload-file', upload],
  ['--data-binary --data-ascii', value => `Write -d ${again(value, '@FILE')}; -d sends bytes as they are.`],
  ['-G --get --url-query', 'Write NAME==TEXT after the URL for its query.'],
  ['-O -J --remote-name --remote-header-name --remote-name-all', saved],
  ['--user --basic', 'Write -u USER:PASS.'],
  ['--token --oauth2-bearer', 'Write -B TOKEN.'],
  ['--location --location-mode', 'Write -L or --follow.'],
  ['--max-time -m', 'Write --timeout SECONDS.'],
  ['--max-filesize', 'Write --max-size BYTES.'],
  ['-e --referer', 'Write -H "Referer: URL".'],
  ['-c', 'Write --cookie-jar FILE.'],
  ['-j --junk-session-cookies', 'Cookies are kept only with --cookie-jar FILE; name=text items are sent as JSON, or write --json TEXT.'],
  ['-q --quiet', 'Write -s or --silent.'],
  ['-S --show-error', 'Leave it out: errors are always printed.'],
  ['--compressed', 'Leave it out: content codings are always accepted and decoded.'],
  ['-D --dump-header', 'Write -i for the head in front of the body, or --meta FILE for status and headers as JSON.'],
  ['--headers', 'Write -p h.'],
  ['--body', 'Write -p b.'],
  ['-U --proxy-user --proxy-basic --proxy-login', inProxyUrl],
  ['-n --netrc-optional', 'Write --netrc.'],
  ['--netrc-file', 'Write NETRC=FILE before the command, and --netrc.'],
  ['--ignore-netrc', 'Leave it out: a netrc file is read only with --netrc.'],
  ['-r --range', 'Write -H "Range: bytes=FROM-TO".'],
  ['--fail-with-body', 'Write --check-status: the body is printed, and the exit code is 3, 4 or 5 by the status.'],
  ['--raw', 'Write --data-raw TEXT.'],
  ['--color --no-color --colour --no-colour --styled-output --style --format-options', 'Write --pretty all, colors, format or none; NO_COLOR=1 before the command turns colours off.'],
  ['--sorted --unsorted', 'Leave it out: headers and members keep their order.'],
  ['--response-charset --response-mime', 'The response names its charset and type; a pipe gets its bytes unchanged: … | iconv -f CHARSET.'],
  ['--ntlm --ntlm-wb --negotiate --auth-type --anyauth --delegation --krb --service-name --login-options --sasl-authzid --sasl-ir', otherLogin],
  ['--ignore-stdin', 'Leave it out: standard input is read only where @- asks for it.'],
  ['--offline', 'Write --dry-run.'],
  ['--all', 'Write -v: it prints every step of -L; --meta FILE lists the redirects.'],
  ['--url', (value, url) => `Write the URL without a flag: apiclient GET ${shownUrl(value) === 'URL' ? url : shownUrl(value)}`],
  ['--default-scheme --proto-default', 'Write the scheme before the host: http://HOST or https://HOST.'],
  ['--multipart', 'Write -F NAME=TEXT or -F NAME=@FILE.'],
  ['--boundary', 'Write -H "Content-Type: multipart/form-data; boundary=WORD" beside -F.'],
  ['--form-escape', 'Leave it out: names are escaped as browsers do it (HTML, section 4.10.21.8).'],
  ['-N --no-buffer --stream', 'A stream is always shown as it arrives.'],
  ['--compress', 'Pack it first: gzip -c FILE | apiclient POST URL -d @- -H "Content-Encoding: gzip".'],
  ['--expect100-timeout', 'Leave it out: with -H "Expect: 100-continue" the body waits one second.'],
  ['-0 --http0.9 --http1.0', 'Write --http1.1; nothing older is spoken.'],
  ['--http3 --http3-only --http2-prior-knowledge', 'Leave it out: https offers HTTP/2 by itself; HTTP/3, and HTTP/2 without TLS, are not supported.'],
  ['--continue-at', 'Write -C with --download or -o FILE; it knows where to resume.'],
  ['--no-clobber --skip-existing', 'Write --download: it never overwrites, where -o FILE does.'],
  ['--create-dirs', 'Make the folder first: mkdir -p FOLDER.'],
  ['--output-dir', 'Write the folder into the name: -o FOLDER/FILE.'],
  ['--create-file-mode', 'umask sets the mode of new files.'],
  ['--remove-on-error', 'Leave it out: FILE is always a whole body; an interrupted one stays in FILE.part.'],
  ['-R --remote-time', 'A file has the time at which it was written; -w "%header{last-modified}" prints the server\'s.'],
  ['--xattr --traceback --trace-time', 'Write --meta FILE for where a response came from, --debug-log FILE for everything that happened.'],
  ['--trace --trace-ascii --trace-config --trace-ids --debug', 'Write -v, or --debug-log FILE.'],
  ['--out-null', 'Write -o /dev/null.'],
  ['--stderr', 'Write 2> FILE: the shell does it.'],
  ['--progress-bar --no-progress-meter -#', 'On a terminal it shows by itself; -s leaves it out.'],
  ['--max-redirs', 'Write --max-redirects N.'],
  ['--post301 --post302 --post303', 'With -L a POST becomes a GET after 301, 302 and 303 (RFC 9110 15.4); after 307 and 308 it stays a POST.'],
  ['--retry-all-errors', 'Write --retry N, which covers temporary failures; --retry-all covers any method.'],
  ['--retry-connrefused', 'Leave it out: --retry covers a refused connection.'],
  ['--retry-delay --retry-max-time', '--retry waits 1 s, then twice as long each time, or as Retry-After says; --timeout bounds all of it.'],
  ['--limit-rate --speed-limit --speed-time -Y', 'The connection sets the pace; --timeout SECONDS bounds the whole.'],
  ['-: --next --parallel -Z --parallel-immediate --parallel-max --parallel-max-host --fail-early', 'One line is one request; apiclient run FILE.http sends several, and --jobs N runs files side by side.'],
  ['--variable --expand-url --expand-data --expand-header', 'The shell has variables: "$NAME".'],
  ['-g --globoff', 'Leave it out: [ ] { } in a URL are literal.'],
  ['--request-target', 'Write --path-as-is: the path is sent as typed.'],
  ['--config --disable', 'Default flags are in the configuration file: apiclient help configuration.'],
  ['--libcurl', 'Write --print-code fetch, or --curl.'],
  ['--manual -M', 'Write apiclient help, or man apiclient.'],
  ['--hsts --alt-svc', 'Only cookies of a server are kept (--cookie-jar); write https:// yourself.'],
  ['--disallow-username-in-url', 'Leave it out: USER:PASS@ never stays in a URL; it is used like -u.'],
  ['--ignore-content-length --max-headers', 'Leave it out: a body of another length than announced is an error, a head ends at 256 KiB.'],
  ['--tr-encoding', 'Leave it out: transfer codings are decoded where a server uses them.'],

  ['--verify', 'Write -k to skip the check, or --cacert FILE.'],
  ['-E', 'Write --cert FILE and --key FILE.'],
  ['--cert-key', value => `Write --key ${again(value, 'FILE')}.`],
  ['--pass --cert-key-pass', 'Write --key-pass PASS, env:NAME or file:PATH.'],
  ['--cert-type --key-type', 'Leave it out: PEM and PKCS#12 are recognised by the content of the file.'],
  ['-1 --tlsv1 --tlsv1.0', 'Write --tls-min 1.0.'],
  ['--tlsv1.1', 'Write --tls-min 1.1.'],
  ['--tlsv1.2', 'Write --tls-min 1.2.'],
  ['--tlsv1.3', 'Write --tls-min 1.3.'],
  ['--ssl', value => `Write --tls-min ${again(/^tls(1(?:\.\d)?)$/.exec(value)?.[1] ?? '', 'VERSION')} and --tls-max, the same.`],
  ['-2 -3 --sslv2 --sslv3', 'TLS 1.0 is the oldest supported version: --tls-min 1.0.'],
  ['--capath', 'Write --cacert FILE, with all of them in one file: cat FOLDER/*.pem > FILE.'],
  ['--ca-native', 'Leave it out: an unknown issuer is looked up among those of the system.'],
  ['--pinnedpubkey', 'Write --cacert FILE with the certificate of that issuer only: no other is trusted then.'],
  ['--servername --sni', 'The name is that of the URL: --connect-to HOST:PORT:ADDRESS:PORT connects elsewhere.'],
  ['--ciphers --tls13-ciphers --curves --sigalgs', 'Write NODE_OPTIONS=--tls-cipher-list=LIST in front of the line; --tls-min and --tls-max choose the version.'],
  ['--crlfile --cert-status --ssl-no-revoke --ssl-revoke-best-effort', 'Leave it out: revocation is not checked.'],
  ['--engine --egd-file --random-file --false-start --ech --no-alpn --no-npn --no-sessionid --ssl-allow-beast --ssl-auto-client-cert --tls-earlydata --dump-ca-embed', tlsOfNode],
  ['--tlsauthtype --tlsuser --tlspassword', 'TLS-SRP is not supported; --cert FILE authenticates you.'],

  ['--socks4 --socks4a --socks5 --socks5-hostname', value => `Write -x socks5h://${again(value, 'HOST:PORT')}; socks4://, socks4a:// and socks5:// work, too.`],
  ['--preproxy', 'Only one proxy is supported: -x URL.'],
  ['--proxytunnel --proxy1.0 --proxy-http2', 'Leave it out: -x URL; https goes through CONNECT by itself, plain http is forwarded.'],
  ['--proxy-header --suppress-connect-headers --haproxy-protocol --haproxy-clientip', 'A proxy gets no header lines but its login, -x http://USER:PASS@HOST:PORT; -v prints its response to CONNECT.'],
  ['--proxy-anyauth --proxy-digest --proxy-negotiate --proxy-ntlm --proxy-service-name --socks5-basic --socks5-gssapi --socks5-gssapi-nec --socks5-gssapi-service', `A proxy gets Basic credentials only. ${inProxyUrl}`],
  ['--proxy-cacert --proxy-capath --proxy-insecure --proxy-crlfile --proxy-pinnedpubkey --proxy-ca-native', '--cacert and -k apply to an https:// proxy as to the server.'],
  ['--proxy-cert --proxy-cert-type --proxy-key --proxy-key-type --proxy-pass --proxy-ssl-auto-client-cert --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser', `A proxy gets no client certificate. ${inProxyUrl}`],
  ['--proxy-ciphers --proxy-tls13-ciphers --proxy-tlsv1 --proxy-ssl-allow-beast', tlsOfNode],

  ['--dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --doh-insecure --doh-cert-status', 'The system looks up names; --resolve HOST:PORT:ADDRESS gives one an address.'],
  ['--interface --local-port --keepalive-time --keepalive-cnt --no-keepalive --tcp-fastopen --tcp-nodelay --happy-eyeballs-timeout-ms --ip-tos --vlan-priority --mptcp', 'Leave it out: the system chooses; -4 and -6 choose the family of addresses.'],
  ['--abstract-unix-socket', 'Write --unix-socket PATH; abstract sockets are not supported.'],
  ['--proto --proto-redir', 'Leave it out: only http and https are supported, and a redirect from https to http is refused.'],
  ['-P -Q -t --append --compressed-ssh --crlf --disable-eprt --disable-epsv --ftp-account --ftp-alternative-to-user --ftp-create-dirs --ftp-method --ftp-pasv --ftp-port --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode --ftp-ssl-control --hostpubmd5 --hostpubsha256 --list-only --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails --metalink --pubkey --quote --ssl-reqd --telnet-option --tftp-blksize --tftp-no-options --use-ascii --ipfs-gateway --knownhosts --upload-flags', 'Only http and https are supported; curl has the others.'],
];

/** Returns our equivalent of another tool's flag, with its value, or undefined if unknown. */
export function flagOfOtherTool(flag: string, value: string | undefined, argv: readonly string[]): string | undefined {
  const found = rows().find(([flags]) => flags.split(' ').includes(flag))?.[1];
  if (typeof found !== 'function') return found;
  return found(value ?? '', shownUrl(argv.find(word => !word.startsWith('-') && looksLikeUrl(word))));
}
