/**
 * Compiles the pages of source/manual/ into the blocks that `apiclient help` and the man pages are generated from. A page may
 * contain headings, paragraphs, lists, tables and code; text may contain code, bold, emphasis and links. Anything else stops
 * the build.
 */
import { readFileSync } from 'node:fs';
import { marked } from 'marked';

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const plain = text => text.replace(/&(?:amp|lt|gt|quot|#39);/g, found => entities[found]);

/** Replaces line breaks, which have no meaning in the source. */
const flat = text => plain(text).replace(/\s*\n\s*/g, ' ');

const refused = token => new Error(`A page of the manual has a ${token.type}: ${token.raw.slice(0, 60)}`);

const spanKinds = {
  text: token => (token.tokens ? spansOf(token.tokens) : { text: flat(token.text) }),
  escape: ({ text }) => ({ text }),
  codespan: ({ text }) => ({ text: flat(text), style: 'code' }),
  strong: ({ tokens }) => ({ text: textOf(tokens), style: 'strong' }),
  em: ({ tokens }) => ({ text: textOf(tokens), style: 'emphasis' }),
  // A bare URL is plain text.
  link: ({ tokens, href }) => (textOf(tokens) === href ? { text: href } : { text: textOf(tokens), href }),
};

function spanOf(token) {
  const kind = spanKinds[token.type];
  if (kind === undefined) throw refused(token);
  return kind(token);
}

/** Joins adjacent unstyled pieces: the parser splits text at escapes. */
function spansOf(tokens) {
  const isPlain = each => each !== undefined && Object.keys(each).length === 1;
  const spans = [];
  for (const span of tokens.flatMap(spanOf)) {
    const last = spans.at(-1);
    if (isPlain(span) && isPlain(last)) last.text += span.text;
    else spans.push({ ...span });
  }
  return spans;
}

const textOf = tokens =>
  tokens
    .flatMap(spanOf)
    .map(({ text }) => text)
    .join('');

/** The text of an item. Lists in the manual are flat. */
function itemOf({ tokens }) {
  const [only, ...others] = tokens.filter(({ type }) => type !== 'space');
  if (others.length > 0) throw refused(others[0]);
  return spansOf(only.tokens);
}

const blockKinds = {
  space: () => [],
  // Markers around a generated block.
  html: token => {
    if (!/^<!--.*-->\s*$/s.test(token.raw)) throw refused(token);
    return [];
  },
  heading: ({ depth, tokens }) => [{ kind: 'heading', depth, text: spansOf(tokens) }],
  paragraph: ({ tokens }) => [{ kind: 'paragraph', text: spansOf(tokens) }],
  code: ({ text, lang }) => [{ kind: 'code', language: lang ?? '', lines: text.split('\n') }],
  list: ({ items, ordered }) => [{ kind: 'list', ordered, items: items.map(itemOf) }],
  table: ({ rows }) => [{ kind: 'table', rows: rows.map(row => row.map(cell => spansOf(cell.tokens))) }],
};

/**
 * @param {string} text a page in Markdown
 * @returns {import('../command/help/page.js').Block[]}
 */
export const pageBlocks = text =>
  marked.lexer(text).flatMap(token => {
    const kind = blockKinds[token.type];
    if (kind === undefined) throw refused(token);
    return kind(token);
  });

/** Lets esbuild import a page as its blocks. */
export const manualPages = {
  name: 'manual-pages',
  setup(build) {
    build.onLoad({ filter: /[/\\]source[/\\]manual[/\\].+\.md$/ }, ({ path: file }) => ({
      contents: `export default ${JSON.stringify(pageBlocks(readFileSync(file, 'utf8')))};`,
      loader: 'js',
    }));
  },
};
