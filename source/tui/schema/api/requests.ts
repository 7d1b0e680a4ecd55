/** The rows without a description: the requests of the text, followed by those of other files in its folder. */
import { counted } from '../../../core/counted.js';
import { docsText } from '../../../core/graphql/look-up/docs.js';
import { shownEntryUrl } from '../../../core/masking/by-name.js';
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import { searchOperations } from '../../../core/openapi/search.js';
import type { Action } from '../../model/action.js';
import type { SiblingFile } from '../../model/documents.js';
import type { SchemaState } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Doc } from '../../model/text.js';
import type { Row, RowSource, TreePlace } from '../../model/tree.js';
import { entryAtCursor, httpFileOf, isHttp, nameOf, offsetOf } from '../../query/http-text.js';
import { operationResults } from '../search/found.js';
import { plainDescription, type TreeSource } from '../source.js';
import { groupRow } from '../tree/row.js';
import { ownChildren, shownRows } from './rows.js';

/** Creates the source of the rows. */
type Requests = Pick<State, 'query' | 'schema'>;

/** Key of the row of a request of the text, by its position. */
export const requestKey = (at: number): string => `request ${at}`;

/** True if the tree contains only requests, of the text and of its folder. */
export const showsRequests = (state: Pick<State, 'connect'>): boolean =>
  isHttp(state) && state.connect.description === undefined && state.connect.phase === 'without';

const requestRow = (entry: SiblingFile['requests'][number], depth: number, above: string, at: number): Row => ({
  key: `${above}${requestKey(at)}`,
  kind: 'entry',
  depth,
  name: nameOf(entry),
  mark: 'none',
  detail: entry.name === undefined ? undefined : `${entry.method} ${shownEntryUrl(entry.url)}`,
  skipped: entry.skip,
});

const fileKey = ({ path }: SiblingFile): string => `file ${path} `;

const fileRow = (file: SiblingFile): Row =>
  groupRow(
    fileKey(file),
    file.path,
    counted(file.requests.length, 'request'),
    () => file.requests.map((entry, at) => requestRow(entry, 1, fileKey(file), at)),
    'A file in this folder. Press Enter to list its requests, then Enter on a request to open it.',
  );

/** The top-level rows: requests and files. */
const requestRoots = ({ query, schema }: Requests): readonly Row[] => [
  ...httpFileOf(query.editor).entries.map((entry, at) => requestRow(entry, 0, '', at)),
  ...(schema.siblings?.files ?? []).map(fileRow),
];

const requestSource = (state: Requests): RowSource => ({ roots: () => requestRoots(state), below: ownChildren });

/** The tree without a description. It has no rows until loading the description has ended. */
export const requestTree: TreeSource = {
  text: ({ query }) => query.editor.doc,
  at: ({ query }) => entryAtCursor(query.editor)?.at,
  rows(state) {
    if (!showsRequests(state)) return undefined;
    const source = requestSource(state);
    return { ...source, visible: () => shownRows(source, state.schema.open) };
  },
  ticked: () => 0,
  searched: state => (showsRequests(state) ? requestsToSearch(state) : undefined),
  search(state, text) {
    const description = requestsToSearch(state);
    return (
      description &&
      operationResults(searchOperations(description, text, state.settings.synonyms), ({ operation }) => {
        const place = places.get(operation);
        return place === undefined ? [] : [place];
      })
    );
  },
  docs: (_, row) => docsText({ isType: false, description: plainDescription(row) }),
  uses: () => 'This row has no type.',
  offsetOf({ query }, row) {
    const entry = httpFileOf(query.editor).entries.find((_, at) => row.key === requestKey(at));
    return entry && offsetOf(query.editor, entry);
  },
};

/** Opens the file of a row at its request. Undefined if the row is not a request of another file. */
export function openRequest({ schema }: Pick<State, 'schema'>): Action | undefined {
  const row = schema.rows[schema.cursor];
  if (row?.depth !== 1) return undefined;
  for (const file of schema.siblings?.files ?? []) {
    const operation = file.requests.findIndex((_, at) => row.key === `${fileKey(file)}${requestKey(at)}`);
    if (operation >= 0) return { type: 'files/open', path: file.path, operation, inNewTab: true };
  }
  return undefined;
}

const searched = new WeakMap<Doc, { readonly siblings: SchemaState['siblings']; readonly found: Description }>();
/** The rows of requests that are searched as operations. */
const places = new WeakMap<Operation, TreePlace>();

/** The requests as operations, so that the search for descriptions finds them. Undefined if there are no requests. */
function requestsToSearch({ query, schema }: Requests): Description | undefined {
  const { siblings } = schema;
  const known = searched.get(query.editor.doc);
  if (known !== undefined && known.siblings === siblings) return known.found;
  const own = { path: undefined, requests: httpFileOf(query.editor).entries };
  const operations = [own, ...(siblings?.files ?? [])].flatMap(({ path, requests }) => {
    const above = path === undefined ? '' : fileKey({ path, requests });
    return requests.map((entry, at): Operation => {
      const operation = {
        ...nothing,
        method: entry.method,
        path: entry.url,
        summary: entry.name ?? '',
        tags: [path ?? ''],
      };
      const words = [...(path === undefined ? [] : [path]), nameOf(entry)];
      places.set(operation, { key: `${above}${requestKey(at)}`, above: path === undefined ? [] : [above], words });
      return operation;
    });
  });
  if (operations.length === 0) return undefined;
  const narrowed = { ...emptyDescription, operations };
  searched.set(query.editor.doc, { siblings, found: narrowed });
  return narrowed;
}

const texts = { description: '', pointer: '' };
const nothing = { ...texts, deprecated: false, parameters: [], responses: [], security: [], servers: [] };
const emptyDescription = {
  ...texts,
  root: {},
  version: '',
  title: '',
  apiVersion: '',
  source: '',
  servers: [],
  schemas: [],
  problems: [],
};
