/** Flags of curl and HTTPie, each with our equivalent. */
import { looksLikeUrl, shownUrl } from './first-word.js';

/** `url`: the line's URL as a hint may show it. */
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
const tlsOfNode = 'Leave it out: that is as Node and its OpenSSL have it; --tls-min and --tls-max choose the version.';
const otherLogin =
  'Basic (-u), Digest (--digest), AWS (--aws-sigv4), Bearer (-B), an API key (-K, -H) and OAuth 2.0 (--oauth2) are the logins it knows.';
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
  ['-j --junk-session-cookies', 'Cookies are kept only with --cookie-jar FILE; JSON is what name=text items are sent as, or --json TEXT.'],
  ['-q --quiet', 'Write -s or --silent.'],
  ['-S --show-error', 'Leave it out: errors are always printed.'],
  ['--compressed', 'Leave it out: content codings are always accepted and decoded.'],
  ['-D --dump-header', 'Write -i for the head in front of the body, or --meta FILE for status and headers as JSON.'],
  ['--headers', 'Write -p h.'],
  ['--body', 'Write -p b.'],
  ['-U --proxy-user --proxy-basic --proxy-login', inProxyUrl],
  ['-n --netrc-optional', 'Write --netrc.'],
  ['--netrc-file', 'Write --netrc, with NETRC=FILE in front of the line.'],
  ['--ignore-netrc', 'Leave it out: a netrc file is read only with --netrc.'],
  ['-r --range', 'Write -H "Range: bytes=FROM-TO".'],
  ['--fail-with-body', 'Write --check-status: the body is printed, and the exit code is 3, 4 or 5 by the status.'],
  ['--raw', 'Write --data-raw TEXT.'],
  ['--color --no-color --colour --no-colour --styled-output --style --format-options', 'Write --pretty all, colors, format or none; NO_COLOR=1 in front of the line turns colours off.'],
  ['--sorted --unsorted', 'Leave it out: headers and members stay in the order in which they came.'],
  ['--response-charset --response-mime', 'The charset and the type are those of the answer; in a pipe its bytes are left as they are: … | iconv -f CHARSET.'],
  ['--ntlm --ntlm-wb --negotiate --auth-type --anyauth --delegation --krb --service-name --login-options --sasl-authzid --sasl-ir', otherLogin],
  ['--ignore-stdin', 'Leave it out: standard input is read only where @- asks for it.'],
  ['--offline', 'Write --dry-run.'],
  ['--all', 'Write -v: every step of -L is told; --meta FILE lists the redirects.'],
  ['--url', (value, url) => `Write the URL without a flag: apiclient GET ${shownUrl(value) === 'URL' ? url : shownUrl(value)}`],
  ['--default-scheme --proto-default', 'Write the scheme in front of the host: http://HOST or https://HOST.'],
  ['--multipart', 'Write -F NAME=TEXT or -F NAME=@FILE.'],
  ['--boundary', 'Write -H "Content-Type: multipart/form-data; boundary=WORD" beside -F.'],
  ['--form-escape', 'Leave it out: names are escaped as browsers do it (HTML, section 4.10.21.8).'],
  ['-N --no-buffer --stream', 'A stream is always shown as it comes.'],
  ['--compress', 'Pack it first: gzip -c FILE | apiclient POST URL -d @- -H "Content-Encoding: gzip".'],
  ['--expect100-timeout', 'Leave it out: with -H "Expect: 100-continue" one second is waited.'],
  ['-0 --http0.9 --http1.0', 'Write --http1.1; nothing older is spoken.'],
  ['--http3 --http3-only --http2-prior-knowledge', 'Leave it out: https offers HTTP/2 by itself; HTTP/3, and HTTP/2 without TLS, are not spoken.'],
  ['--continue-at', 'Write -C with --download or -o FILE; where to go on is known.'],
  ['--no-clobber --skip-existing', 'Write --download: it never overwrites, where -o FILE does.'],
  ['--create-dirs', 'Make the folder first: mkdir -p FOLDER.'],
  ['--output-dir', 'Write the folder into the name: -o FOLDER/FILE.'],
  ['--create-file-mode', 'umask says the mode of new files.'],
  ['--remove-on-error', 'Leave it out: FILE is only ever the whole body; what broke off stays in FILE.part.'],
  ['-R --remote-time', 'A file bears the time at which it was written; -w "%header{last-modified}" prints the server\'s.'],
  ['--xattr --traceback --trace-time', 'Write --meta FILE for where an answer came from, --debug-log FILE for all that happened.'],
  ['--trace --trace-ascii --trace-config --trace-ids --debug', 'Write -v, or --debug-log FILE.'],
  ['--out-null', 'Write -o /dev/null.'],
  ['--stderr', 'The shell does it: 2> FILE.'],
  ['--progress-bar --no-progress-meter -#', 'On a terminal it shows by itself; -s leaves it out.'],
  ['--max-redirs', 'Write --max-redirects N.'],
  ['--post301 --post302 --post303', 'With -L a POST goes on as GET after 301, 302 and 303 (RFC 9110 15.4); after 307 and 308 it stays a POST.'],
  ['--retry-all-errors', 'Write --retry N, which covers what may pass; --retry-all covers any method.'],
  ['--retry-connrefused', 'Leave it out: --retry covers a refused connection.'],
  ['--retry-delay --retry-max-time', '--retry waits 1 s, then twice as long each time, or as Retry-After says; --timeout bounds all of it.'],
  ['--limit-rate --speed-limit --speed-time -Y', 'The connection sets the pace; --timeout SECONDS bounds the whole.'],
  ['-: --next --parallel -Z --parallel-immediate --parallel-max --parallel-max-host --fail-early', 'One line is one request; apiclient run FILE.http sends several, and --jobs N runs files side by side.'],
  ['--variable --expand-url --expand-data --expand-header', 'The shell has variables: "$NAME".'],
  ['-g --globoff', 'Leave it out: [ ] { } in a URL stand for themselves.'],
  ['--request-target', 'Write --path-as-is: the path goes as it is typed.'],
  ['--config --disable', 'Flags that always hold stand in a file of its own: apiclient help configuration.'],
  ['--libcurl', 'Write --print-code fetch, or --curl.'],
  ['--manual -M', 'Write apiclient help, or man apiclient.'],
  ['--hsts --alt-svc', 'Nothing of a server is kept but cookies (--cookie-jar); write https:// yourself.'],
  ['--disallow-username-in-url', 'Leave it out: USER:PASS@ never stays in a URL; it is used like -u.'],
  ['--ignore-content-length --max-headers', 'Leave it out: a body of another length than announced is an error, a head ends at 256 KiB.'],
  ['--tr-encoding', 'Leave it out: transfer codings are decoded where a server uses them.'],

  ['--verify', 'Write -k to skip the check, or --cacert FILE.'],
  ['-E', 'Write --cert FILE and --key FILE.'],
  ['--cert-key', value => `Write --key ${again(value, 'FILE')}.`],
  ['--pass --cert-key-pass', 'Write --key-pass PASS, env:NAME or file:PATH.'],
  ['--cert-type --key-type', 'Leave it out: PEM and PKCS#12 are told apart by what is in the file.'],
  ['-1 --tlsv1 --tlsv1.0', 'Write --tls-min 1.0.'],
  ['--tlsv1.1', 'Write --tls-min 1.1.'],
  ['--tlsv1.2', 'Write --tls-min 1.2.'],
  ['--tlsv1.3', 'Write --tls-min 1.3.'],
  ['--ssl', value => `Write --tls-min ${again(/^tls(1(?:\.\d)?)$/.exec(value)?.[1] ?? '', 'VERSION')} and --tls-max, the same.`],
  ['-2 -3 --sslv2 --sslv3', 'TLS 1.0 is the oldest that is spoken: --tls-min 1.0.'],
  ['--capath', 'Write --cacert FILE, with all of them in one file: cat FOLDER/*.pem > FILE.'],
  ['--ca-native', 'Leave it out: an issuer that is not known is looked for among those of the system.'],
  ['--pinnedpubkey', 'Write --cacert FILE with the certificate of that issuer alone: no other is believed then.'],
  ['--servername --sni', 'The name is that of the URL: --connect-to HOST:PORT:ADDRESS:PORT leads it elsewhere.'],
  ['--ciphers --tls13-ciphers --curves --sigalgs', 'Write NODE_OPTIONS=--tls-cipher-list=LIST in front of the line; --tls-min and --tls-max choose the version.'],
  ['--crlfile --cert-status --ssl-no-revoke --ssl-revoke-best-effort', 'Whether a certificate was revoked is not asked; nothing is to be left out for it.'],
  ['--engine --egd-file --random-file --false-start --ech --no-alpn --no-npn --no-sessionid --ssl-allow-beast --ssl-auto-client-cert --tls-earlydata --dump-ca-embed', tlsOfNode],
  ['--tlsauthtype --tlsuser --tlspassword', 'TLS-SRP is not spoken; --cert FILE shows who you are.'],

  ['--socks4 --socks4a --socks5 --socks5-hostname', value => `Write -x socks5h://${again(value, 'HOST:PORT')}; socks4://, socks4a:// and socks5:// are known too.`],
  ['--preproxy', 'One proxy is asked: -x URL.'],
  ['--proxytunnel --proxy1.0 --proxy-http2', 'Leave it out: -x URL; https goes through CONNECT by itself, plain http is forwarded.'],
  ['--proxy-header --suppress-connect-headers --haproxy-protocol --haproxy-clientip', 'A proxy gets no lines but its login, -x http://USER:PASS@HOST:PORT; -v tells of its answer to CONNECT.'],
  ['--proxy-anyauth --proxy-digest --proxy-negotiate --proxy-ntlm --proxy-service-name --socks5-basic --socks5-gssapi --socks5-gssapi-nec --socks5-gssapi-service', `A proxy is told who you are by Basic only. ${inProxyUrl}`],
  ['--proxy-cacert --proxy-capath --proxy-insecure --proxy-crlfile --proxy-pinnedpubkey --proxy-ca-native', 'For a proxy of https --cacert and -k hold as for the server.'],
  ['--proxy-cert --proxy-cert-type --proxy-key --proxy-key-type --proxy-pass --proxy-ssl-auto-client-cert --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser', `A proxy is shown no certificate. ${inProxyUrl}`],
  ['--proxy-ciphers --proxy-tls13-ciphers --proxy-tlsv1 --proxy-ssl-allow-beast', tlsOfNode],

  ['--dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --doh-insecure --doh-cert-status', 'Names are looked up as the system does; --resolve HOST:PORT:ADDRESS gives one an address.'],
  ['--interface --local-port --keepalive-time --keepalive-cnt --no-keepalive --tcp-fastopen --tcp-nodelay --happy-eyeballs-timeout-ms --ip-tos --vlan-priority --mptcp', 'Leave it out: the system chooses; -4 and -6 choose the family of addresses.'],
  ['--abstract-unix-socket', 'Write --unix-socket PATH; sockets without a path are not reached.'],
  ['--proto --proto-redir', 'Leave it out: only http and https are spoken, and a redirect from https to http is refused.'],
  ['-P -Q -t --append --compressed-ssh --crlf --disable-eprt --disable-epsv --ftp-account --ftp-alternative-to-user --ftp-create-dirs --ftp-method --ftp-pasv --ftp-port --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode --ftp-ssl-control --hostpubmd5 --hostpubsha256 --list-only --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails --metalink --pubkey --quote --ssl-reqd --telnet-option --tftp-blksize --tftp-no-options --use-ascii --ipfs-gateway --knownhosts --upload-flags', 'Only http and https are spoken here; curl speaks the others.'],
];

/** Our equivalent of another tool's flag, with its value; undefined if unknown. */
export function flagOfOtherTool(flag: string, value: string | undefined, argv: readonly string[]): string | undefined {
  const found = rows().find(([flags]) => flags.split(' ').includes(flag))?.[1];
  if (typeof found !== 'function') return found;
  return found(value ?? '', shownUrl(argv.find(word => !word.startsWith('-') && looksLikeUrl(word))));
}
