/**
 * The parsers of user and server input, each with the property that tests it: its file and the beginning of its title.
 * @type {readonly (readonly [target: string, file: string, begins: string])[]}
 */
const targets = [
  ['a command line', 'command/random-command-lines.long.test.ts', 'any line is a command'],
  ['secrets in a command line', 'command/random-command-lines.long.test.ts', 'no message about a wrong value'],
  ['a URL', 'fuzz/urls.fuzz.ts', 'a typed URL'],
  ['a host in the configuration', 'fuzz/urls.fuzz.ts', 'a host of'],
  ['an endpoint', 'fuzz/urls.fuzz.ts', 'an endpoint'],
  ['a redirect URI', 'fuzz/urls.fuzz.ts', 'a redirect URI'],
  ['a proxy', 'fuzz/urls.fuzz.ts', 'a proxy'],
  ['`--oauth2`', 'fuzz/urls.fuzz.ts', '--oauth2'],
  ['`--oauth2`, joined', 'core/oauth/spec.test.ts', 'any URL, ID and secret'],
  ['Location', 'fuzz/texts.fuzz.ts', 'a Location'],
  ['the configuration', 'fuzz/texts.fuzz.ts', 'a configuration'],
  ['netrc', 'fuzz/texts.fuzz.ts', 'a netrc'],
  ['a header file', 'fuzz/texts.fuzz.ts', 'a header file'],
  ['cookies', 'fuzz/texts.fuzz.ts', 'lines that set cookies'],
  ['Content-Disposition', 'fuzz/texts.fuzz.ts', 'a Content-Disposition'],
  ['server-sent events, at every split', 'fuzz/streams.fuzz.ts', 'server-sent'],
  ['multipart, at every split', 'fuzz/streams.fuzz.ts', 'parts of'],
  ['a multipart boundary', 'fuzz/streams.fuzz.ts', 'a boundary'],
  ['the head of a response', 'core/response/http1/head.test.ts', 'for any input, the parser'],
  ['chunks, at any split', 'core/response/http1/chunks.test.ts', 'the result is the same wherever'],
  ['JSON, scanned', 'fuzz/json.fuzz.ts', 'only text that JSON.parse accepts'],
  ['JSON, formatted', 'fuzz/json.fuzz.ts', 'JSON is formatted as by'],
  ['JSON, compared with jq', 'fuzz/json.fuzz.ts', 'the layout equals jq’s'],
  ['markup', 'fuzz/texts.fuzz.ts', 'HTML and XML'],
  ['introspection', 'fuzz/texts.fuzz.ts', 'an introspection response'],
  ['SDL', 'fuzz/texts.fuzz.ts', 'a schema in SDL'],
  ['ticks', 'core/graphql/builder/properties.test.ts', 'a tick only inserts'],
  ['`--pick`, compared with ticks', 'core/graphql/builder/pick/write.test.ts', '--pick ticks the same rows'],
  ['the editor, undo', 'core/text/editing.test.ts', 'after any key presses, undo'],
  ['the editor, its cursor', 'core/text/editing.test.ts', 'after any key presses, the cursor'],
  ['the key decoder', 'tui/terminal/keys/decoder.test.ts', 'no input makes it throw'],
  ['the key decoder, at any split', 'tui/terminal/keys/decoder.test.ts', 'any chunking'],
  ['the painter, compared with @xterm/headless', 'tui/terminal/painter.test.ts', 'whatever the order of frames'],
  ['the mask of secrets', 'core/masking/mask.test.ts', 'a mask covers every secret'],
  ['safe text', 'core/response/safe-text.test.ts', 'for any input, the output'],
  ['safe text, at any split', 'core/response/safe-text.test.ts', 'in pieces however'],
];

/** Files of all targets. */
export const targetFiles = [...new Set(targets.map(([, file]) => file))];

/** Titles of their properties, for jest's `--testNamePattern`. */
export const targetNames = `^(?:${targets.map(([, , begins]) => begins).join('|')})`;

const cell = text => String(text).replaceAll('|', '\\|');

const intro = `# Fuzz

\`FUZZ_RUNS=100000 npm run fuzz\` tries every parser of user and server input (with a pattern, only the matching rows). No input may
throw or take a second of CPU time (slow inputs are tried twice). \`SEED=…\` with the seed of a row repeats the same inputs.
`;

const rowOf = (target, { test, inputs, seed, slowestMs, slowest }) =>
  `| ${[target, test, inputs.toLocaleString('en'), seed, slowestMs.toFixed(1), `\`\` ${slowest} \`\``].map(cell).join(' | ')} |`;

/**
 * Formats the page with the rows of a run; other rows stay unchanged.
 * @param {readonly import('./record.js').Tried[]} tried
 */
export function page(tried, before, machine) {
  const rows = targets.flatMap(([target, file, begins]) => {
    const found = tried.find(each => each.file === file && each.test.startsWith(begins));
    if (found) return [rowOf(target, found)];
    return before.split('\n').filter(line => line.startsWith(`| ${target} | ${cell(begins)}`));
  });
  const head = ['| | property | inputs | seed | slowest, ms | with |', '| --- | --- | --- | --- | --- | --- |'];
  return [intro, `Measured on ${machine}.`, '', ...head, ...rows, ''].join('\n');
}
