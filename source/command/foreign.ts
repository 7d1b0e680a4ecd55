/** Flags that fingers know from curl and HTTPie, with our form of the same wish. */
import { looksLikeUrl, shownUrl } from './first-word.js';

/** `url`: the URL of the line as a hint may show it. */
type Advice = string | ((value: string, url: string) => string);

/** A value as it would be typed again, if that is short and harmless; otherwise its placeholder. */
const again = (value: string, placeholder: string): string =>
  /^[\w.:/@%+,=-]{1,60}$/.test(value) && !value.startsWith('-') ? value : placeholder;

const method: Advice = (value, url) =>
  `The method comes first: apiclient ${again(value, 'METHOD').toUpperCase()} ${url}`;
const head: Advice = (_, url) => `The method comes first: apiclient HEAD ${url}`;
const agent: Advice = value => `Write -H "User-Agent: ${again(value, 'NAME')}".`;
const fail =
  'Write --fail (as with curl) for an exit code and no body, or -F NAME=TEXT (as with HTTPie -f) for a form.';
const failWithBody = 'Write --check-status: the body is printed, and the exit code is 3, 4 or 5 by the status.';
const upload: Advice = value => `Write -d @${again(value, 'FILE')}.`;
const fields = 'Write NAME==TEXT after the URL for its query.';
const dumped = 'Write -i for the head in front of the body, or --meta FILE for status and headers as JSON.';
const inProxyUrl = 'Write it into the URL of the proxy: -x http://USER:PASS@HOST:PORT.';
const range = 'Write -H "Range: bytes=FROM-TO".';
const colours = 'Write --pretty all, colors, format or none; NO_COLOR=1 in front of the line turns colours off.';
const otherLogin =
  'Basic (-u), Digest (--digest), AWS (--aws-sigv4), Bearer (-B), an API key (-K, -H) and OAuth 2.0 (--oauth2) are the logins it knows.';
const saved = 'Write --download to name the file as the server does, or -o FILE.';

// biome-ignore format: a table
const advice: Readonly<Record<string, Advice>> = {
  '-X': method, '--request': method, '--method': method,
  '-I': head, '--head': head,
  '-A': agent, '--user-agent': agent,
  '-f': fail,
  '-T': upload, '--upload-file': upload, '--data-binary': value => `Write -d ${again(value, '@FILE')}; -d sends bytes as they are.`,
  '-G': fields, '--url-query': fields,
  '-O': saved, '-J': saved, '--remote-name': saved,
  '-a': 'Write -u USER:PASS or -B TOKEN.',
  '--user': 'Write -u USER:PASS.',
  '--token': 'Write -B TOKEN.',
  '--location': 'Write -L or --follow.',
  '--max-time': 'Write --timeout SECONDS.', '-m': 'Write --timeout SECONDS.',
  '--max-filesize': 'Write --max-size BYTES.',
  '-e': 'Write -H "Referer: URL".', '--referer': 'Write -H "Referer: URL".',
  '-c': 'Write --cookie-jar FILE.', '-j': 'JSON is what name=text items are sent as; --json TEXT takes a whole document.',
  '-q': 'Write -s or --silent.', '--quiet': 'Write -s or --silent.', '-S': 'Errors are always printed.', '--show-error': 'Errors are always printed.',
  '--verify': 'Write -k to skip the check, or --cacert FILE.', '-E': 'Write --cert FILE and --key FILE.',
  '--compressed': 'It is always on: content codings are accepted and decoded.',
  '-D': dumped, '--dump-header': dumped, '--headers': 'Write -p h.', '--body': 'Write -p b.',
  '-U': inProxyUrl, '--proxy-user': inProxyUrl, '--oauth2-bearer': 'Write -B TOKEN.', '-n': 'Write --netrc.',
  '-r': range, '--range': range, '--fail-with-body': failWithBody, '--raw': 'Write --data-raw TEXT.',
  '--color': colours, '--no-color': colours, '--colour': colours, '--no-colour': colours,
  '--basic': 'Write -u USER:PASS.', '--ntlm': otherLogin, '--negotiate': otherLogin, '--auth-type': otherLogin,
  '--session': 'Write --cookie-jar FILE for the cookies; flags for one server stand in the configuration file.',
  '--ignore-stdin': 'Leave it out: standard input is read only where @- asks for it.',
  '--http1.1': 'Leave it out: HTTP/1.1 is spoken unless --http2 is given.',
  '--offline': 'Write --dry-run.', '--url': (value, url) => `Write the URL without a flag: apiclient GET ${shownUrl(value) === 'URL' ? url : shownUrl(value)}`,
  '--multipart': 'Write -F NAME=TEXT or -F NAME=@FILE.', '-N': 'A stream is always shown as it comes.', '--no-buffer': 'A stream is always shown as it comes.', '--stream': 'A stream is always shown as it comes.',
};

/** What to type instead of a flag of another program, with its value; nothing if it is none we know. */
export function foreignFlag(flag: string, value: string | undefined, argv: readonly string[]): string | undefined {
  const found = Object.hasOwn(advice, flag) ? advice[flag] : undefined;
  if (typeof found !== 'function') return found;
  return found(value ?? '', shownUrl(argv.find(word => !word.startsWith('-') && looksLikeUrl(word))));
}
