/** Pages of the flags for GraphQL, files of requests, the full screen, the demo, and those of every command. */
import type { FlagNote } from './note.js';

const graphql = 'apiclient graphql :4000/graphql';
const ticks = `${graphql} --query 'subscription { ticks(count: 3) { number } }'`;

// biome-ignore format: one flag, a few lines
export const graphqlNotes = {
  query: { example: `${graphql} --query '{ authors { name } }'`, with: ['variables', 'operation'],
    more: 'A query, a mutation or a subscription. Items after the URL are its variables.' },
  variables: { example: `${graphql} --query 'query($id: ID!) { book(id: $id) { title } }' --variables '{"id": 1}'`, with: ['query'] },
  operation: { example: `${graphql} --query @operations.graphql --operation List`, with: ['query'] },
  pick: { example: `${graphql} --pick 'books(first: 3).nodes.title' --pick authors.name`, with: ['print-query', 'find', 'paginate'] },
  'print-query': { example: `${graphql} --pick 'books(first: 3).nodes.title' --print-query`, with: ['pick'] },
  schema: { example: `${graphql} --query '{ authors { name } }' --schema schema.graphql`, with: ['print-schema', 'refresh-schema', 'no-validate'] },
  'print-schema': { example: `${graphql} --print-schema`, with: ['schema', 'diff-schema'] },
  'refresh-schema': { example: `${graphql} --print-schema --refresh-schema`, with: ['schema'] },
  find: { example: `${graphql} --find 'book title'`, with: ['describe', 'format', 'pick'] },
  describe: { example: `${graphql} --describe Query.books`, with: ['find', 'format'] },
  'diff-schema': { example: `${graphql} --diff-schema schema.graphql`, with: ['print-schema', 'format'],
    more: 'Each change is breaking, dangerous or safe, as the reference implementation of GraphQL sees it.' },
  format: { example: `${graphql} --find 'book title' --format json`, with: ['find', 'describe', 'diff-schema'] },
  validate: { example: `${graphql} --validate operations.graphql`, with: ['report', 'schema'] },
  report: { example: 'apiclient run books.http base=http://localhost:4000 token=env:TOKEN --report junit=report.xml', with: ['validate'] },
  'no-validate': { example: `${graphql} --query '{ authors { name } }' --schema schema.graphql --no-validate`, with: ['schema'] },
  get: { example: `${graphql} --query '{ authors { name } }' --get`, with: ['persisted'], curl: '-G, --get',
    more: 'For caches. A mutation is refused.' },
  persisted: { example: `${graphql} --query '{ authors { name } }' --persisted`, with: ['get'] },
  'document-id': { example: 'apiclient graphql https://api.example.com/graphql --document-id 5f0c', with: ['variables'] },
  extensions: { example: `${graphql} --query '{ authors { name } }' --extensions '{"trace": true}'`, with: ['query'] },
  paginate: { example: `${graphql} --pick 'books(first: 3).nodes.title' --paginate`, with: ['max-pages', 'pick'] },
  'max-pages': { example: `${graphql} --pick 'books(first: 3).nodes.title' --paginate --max-pages 2`, with: ['paginate'] },
  every: { example: `${graphql} --query '{ authors { name } }' --every 5`, with: ['query'] },
  incremental: { example: `${graphql} --query '{ authors { name } }' --incremental`, with: ['query'] },
  upload: { example: `${graphql} --query @upload.graphql --upload variables.file=@cat.png`, with: ['variables'] },
  'subscription-url': { example: `${ticks} --subscription-url ws://localhost:4000/graphql`, with: ['subscription-protocol', 'connection-params'] },
  'subscription-protocol': { example: `${ticks} --subscription-protocol graphql-transport-ws`, with: ['subscription-url'] },
  'connection-params': { example: `${ticks} --connection-params '{"locale": "de"}'`, with: ['subscription-url'],
    more: 'By default it carries the Authorization of the request, which browsers cannot send on a WebSocket.' },

  request: { example: 'apiclient run books.http base=http://localhost:4000 token=env:TOKEN --request "first novel"', with: ['list'] },
  env: { example: 'apiclient run api.http --env dev', with: ['request'],
    more: 'Of a profile: apiclient GET @shop/users --env live is the same as @shop:live/users. See apiclient help profiles.' },
  list: { example: 'apiclient run books.http --list', with: ['request'] },
  jobs: { example: 'apiclient run a.http b.http --jobs 2', with: ['report', 'repeat'], curl: '--parallel-max' },
  repeat: { example: "apiclient GET :4000/books --repeat 100 --jobs 4 -a 'p99 < 5s'", with: ['jobs', 'rate', 'assert', 'report'],
    more: 'How it is measured: apiclient help load.' },
  rate: { example: 'apiclient GET :4000/books --repeat 50 --rate 50/s', with: ['repeat', 'jobs'], curl: '--rate',
    more: 'Up to 100 are on their way at once, or --jobs M; whoever has to wait waits on the clock.' },

  mouse: { example: `${graphql} --no-mouse`,
    more: 'Text is then selected as in any other program; with the mouse on, hold Shift (Option on macOS) while you select.' },
  ascii: { example: `${graphql} --ascii`, with: ['theme'] },
  theme: { example: `${graphql} --theme light`, with: ['ascii'],
    more: 'Without it the terminal is asked for its background; NO_COLOR means none.' },
  linear: { example: `${graphql} --linear`, with: ['keep-going'] },
  'keep-going': { example: 'apiclient run a.http --keep-going', with: ['linear'] },

  port: { example: 'apiclient demo --serve --port 4000', with: ['serve'] },
  serve: { example: 'apiclient demo --serve --port 4000', with: ['port'] },

  yes: { example: 'apiclient DELETE @live/users/1 --yes',
    more: 'See "confirm" in apiclient help profiles.' },
  'debug-log': { example: 'apiclient GET :4000/books --debug-log debug.txt', with: ['verbose'], curl: '--trace FILE',
    more: 'Made for reports of bugs: secrets are masked, and the file is readable by you only.' },
  help: { example: 'apiclient graphql --help', with: ['version'], curl: '-h, --help', httpie: '--help',
    more: '-h is the short form: the flags that are used most.' },
  version: { example: 'apiclient --version', curl: '-V, --version', httpie: '--version' },
} as const satisfies Readonly<Record<string, FlagNote>>;
