/** Keys for each picture of the gallery: walks through the program, each in its own terminal. */

/** Keys to press after the previous scene, and the text to wait for. `DEMO` in the keys is the URL of the demo. */
export type Scene = readonly [name: string, keys: readonly string[], shown: string | RegExp];

/** No URL, a URL that refuses connections, the demo's description, one with several servers, and a tab of each kind. */
export type WalkStart = 'graphql' | 'nowhere' | 'dead' | 'openapi' | 'servers' | 'both';

export interface Walk {
  readonly name: string;
  /** Flags after the URL. */
  readonly argv?: readonly string[];
  /** Document of the tab; the demo's GraphQL API by default. */
  readonly on?: WalkStart;
  readonly scenes: readonly Scene[];
}

const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;
const esc = '\u001b';
const run = '\u0012';

const large = `query Shelf($first: Int = 3) {
  # The best first.
  books(first: $first, sort: { by: RATING, descending: true }) {
    nodes { id title price rating author { name country } }
    total
  }
}
query Broken { me { name } authors { name } }`;

/** Ticks, a run, search, and the boxes that open on top. */
const first: readonly Scene[] = [
  ['first screen', [], 'Query  10 fields'],
  ['ticked and run', ['j', 'j', 'j', 'l', 'j', 'j', ' ', 'j', ' ', run], /200 /],
  ['the answer', ['4'], 'Enter fold'],
  ['folded', ['j', '\r'], /"data": \{ .+ 1 \}/],
  ['a search', ['1', '/name'], /\/ name.*1 of 10/],
  ['a search in vain', ['\u0015zzzzqx'], /[Nn]o |0 of|nothing/],
  ['a search by kind', ['\u0015type:', 'book'], /book.*1 of 6/],
  ['docs', [esc, 'g', 'g', 'j', 'K'], 'Esc: close'],
  ['arguments', [esc, 'l'], 'filter'],
  ['help', [esc, '?'], 'Keys: type to filter'],
  ['commands', [esc, ':'], 'Commands: type'],
  ['problems', [esc, '2', 'i', paste('nope { x }')], /problem/],
  ['variables', [esc, 'u', '3', 'i', paste('{ "id": 42, "none": null, "on": true }')], 'unknown'],
  ['headers and auth', [esc, 'H'], 'Headers and auth'],
  ['a login', ['o'], 'Issuer'],
  ['history', [esc, esc, 'P'], 'History'],
  ['another endpoint', [esc, 'E'], 'Recent'],
  ['saved operations', [esc, 'O'], 'No saved files'],
  ['the run menu', [esc, 'M'], 'Transport'],
  ['a file to save to', [esc, 'w'], 'Save as'],
];

/** A query that is edited, and its responses. */
const work: readonly Scene[] = [
  ['a login in the header', [], /Bearer[\s\S]*Query +10 fields/],
  ['a larger text', ['2', 'i', paste(large), esc, 'g', 'g'], 'Shelf'],
  ['completion', ['i', '\u001b[1;5F', '\r{ bo'], /books +BookConnection/],
  ['find and replace', [esc, esc, 'u', 'g', 'g', '/', 'name', '\t'], /[Rr]eplace/],
  ['several cursors', [esc, '/', 'name', '\r', '*', '*'], 'Shelf'],
  ['folded text', [esc, 'g', 'g', 'F'], /\{ (…|\.{3})/],
  ['operations', ['F', 'o'], 'Operations'],
  ['a table', [esc, 'g', 'g', run, '4', 'j', 'j', 'j', 'j', 't'], 't: back'],
  ['headers of the answer', [esc, ']', ']'], /content-type/i],
  ['timing', [']'], /[Ff]irst byte|total/i],
  ['errors', ['2', 'G', run, '4', ']', ']', ']'], 'token required'],
  ['stale', ['2', 'i', ' ', esc, '4'], 'stale'],
  ['a pane alone', ['2', 'z'], 'Shelf'],
  ['three tabs', ['z', '\u0014', '\u0014'], /3/],
  ['events', ['2', 'i', paste('subscription { ticks(count: 3, every: 20) { number } }'), esc, run, '4'], /"number":3/],
  ['an event', ['k', '\r'], 'number'],
  ['a question', [esc, 'E', '\u0015', 'localhost:9/graphql', '\r'], 'Also send the credentials'],
];

/** Boxes with text typed into them, with and without matches. */
const boxes: readonly Scene[] = [
  ['keys that fit', ['?', ...'tab'], /Next/],
  ['no key fits', ['zzzzq'], 'No matching keys'],
  ['commands that fit', [esc, ':', ...'save'], 'save as'],
  ['no command fits', ['zzzzq'], 'No matching commands'],
  ['history without a run', [esc, 'P'], 'No history yet'],
  ['no run fits', ['zzzzq'], 'No matching runs'],
  ['a depth', [esc, 'j', 'A'], /depth/i],
  ['where used', [esc, '/Book\r', 'W'], /used/i],
  ['only ticked', [esc, esc, 'g', 'g', 'j', 'j', 'j', 'a', 'c'], 'only the'],
  ['a value', ['c', 'g', 'g', 'j', 'l', 'j', 'j', 'j', '\r'], /first/],
  ['a value that is refused', ['\u0015', 'x', '\r'], 'cannot represent'],
  ['an argument with a value', ['\u0015', '7', '\r'], 'first'],
  ['docs of a type', ['/type:OrderInput\r', 'K'], 'Esc: close'],
  ['a file saved', [esc, 'w', '\r'], 'Saved'],
  ['saved files', ['O'], 'query.graphql'],
  ['no file fits', ['zzzzq'], 'No matching files'],
  ['a URL that is none', [esc, esc, 'E', '\u0015', 'ftp://x', '\r'], 'Only http'],
];

/** States in between: values, problems, filters, pending events. */
const small: readonly Scene[] = [
  ['required variables', ['2', 'i', paste('query B($id: ID!) { book(id: $id) { title } }'), esc, '3'], 'to fill in'],
  ['filled in', ['m'], 'Added id'],
  ['a new name', ['2', 'o', '\u000f'], 'New name'],
  ['a list of problems', [esc, esc, 'i', paste(' query X { me { nam } foo }'), esc, 'p'], '2 problems'],
  [
    'a search of the answer',
    [
      esc,
      'u',
      'g',
      'g',
      '3',
      'i',
      '\u001b[1;5F',
      '\u001b[D',
      '\u001b[D',
      '\u001b[D',
      'book:1',
      esc,
      run,
      '4',
      '/',
      'pri',
    ],
    /\/pri .*1 of/,
  ],
  ['an accepted search', ['\r'], 'end search'],
  ['a value as a whole', ['\r'], 'Pride'],
  ['a filter', [esc, esc, '|'], 'Filter through'],
  ['a filter that fails', ['\u0015false', '\r'], 'failed'],
  [
    'events that come',
    ['\u0014', '2', 'i', paste('subscription { ticks(count: 100000, every: 30) { number } }'), esc, run],
    /[1-9]\d events/,
  ],
  ['paused', ['4', ' '], 'paused'],
  ['some of the events', ['/', '12', '\r'], 'filter 12'],
];

/** A server that refuses connections: the reason, and the functions that work without it. */
const dead: readonly Scene[] = [
  ['nobody answers', [], 'refused'],
  ['without a schema', ['c'], 'No schema.'],
  ['a request that failed', ['i', paste('{ hello }'), esc, run, '4'], /refused/],
];

const next = '\u000e';

/** A description: its operations, and requests edited, completed, checked and sent. */
const http: readonly Scene[] = [
  ['operations', [], '10 operations'],
  ['by path', ['t'], 'by path'],
  ['a search', ['t', '/', 'change book'], /1 of/],
  ['a request', ['\r', ' '], '[x] PATCH'],
  ['parts of a request', ['l', 'j', 'l', 'j', 'j', ' '], /"authorId"/],
  ['docs', ['K'], 'Esc: close'],
  ['logins', [esc, 'H', 's'], /bearer/],
  ['a login', ['\r'], 'Log in'],
  ['completion', [esc, esc, esc, '2', 'i', '\u001b[1;5F', paste('\n\n### second\nGET '), next], 'Tab accept'],
  ['names of the query', [esc, paste('DEMO/books?'), next], 'Tab accept'],
  ['problems', [esc, paste('nope=1'), esc, 'p'], /problem/],
];

/** A request with checks, its response, and previous requests. */
const checks: readonly Scene[] = [
  ['before', [], '10 operations'],
  [
    'checks',
    ['2', 'i', paste('# @assert status == 200\n# @assert $.title == "Persuasion"\nGET DEMO/books/1\n'), esc, run],
    /checks 1 of 2/,
  ],
  ['a response', ['4'], 'Pride'],
  ['a value that is used', ['j', 'a'], /save as/],
  ['checks that failed', [esc, ']'], 'Persuasion'],
  ['history', ['P'], 'History'],
];

/** A description with several servers. */
const servers: readonly Scene[] = [
  ['a description in a file', [], 'servers.json'],
  ['servers', ['E'], 'region'],
  ['a variable of a server', ['j', '\r'], 'eu'],
];

/** A tab of GraphQL and a tab of HTTP. */
const both: readonly Scene[] = [
  ['GraphQL', [], 'Query  10 fields'],
  ['HTTP', ['g', '2'], '10 operations'],
  ['keys', ['?'], 'Keys: type to filter'],
  ['commands', [esc, ':'], 'Commands: type'],
  ['another endpoint', [esc, 'E'], /Recent|URL/],
];

export const walks: readonly Walk[] = [
  { name: 'first minute', scenes: first },
  { name: 'boxes', scenes: boxes },
  { name: 'work', argv: ['-B', 'wrong'], scenes: work },
  { name: 'on the way', scenes: small },
  { name: 'no endpoint', on: 'nowhere', scenes: [['no endpoint yet', [], 'Enter: connect']] },
  { name: 'dead endpoint', on: 'dead', scenes: dead },
  { name: 'HTTP', on: 'openapi', scenes: http },
  { name: 'checks', on: 'openapi', scenes: checks },
  { name: 'servers', on: 'servers', scenes: servers },
  { name: 'both', on: 'both', scenes: both },
];
