import { ask } from '../../../source/core/search/ask.js';
import { Corpus, type SearchDocument } from '../../../source/core/search/corpus.js';
import { highlight } from '../../../source/core/search/highlight.js';
import { missingIn, rank } from '../../../source/core/search/rank.js';
import { builtInSynonyms, type Intent, lineCount, synonymsWith } from '../../../source/core/search/synonyms.js';
import { stem } from '../../../source/core/search/words.js';

/** A collection of names, each with an intent and a description. */
function corpusOf(rows: readonly (readonly [name: string, intent?: Intent, text?: string])[]): Corpus {
  const corpus = new Corpus();
  for (const [at, [name, intent, text]] of rows.entries()) {
    const document: SearchDocument = {
      names: [name],
      fields: [
        ['name', corpus.wordsOfName(name)],
        ['text', corpus.wordsOfText(text)],
      ],
      prior: 1,
      order: at,
      ...(intent && { intent }),
    };
    corpus.add(document);
  }
  return corpus;
}

const shop = [
  ['product', 'read'],
  ['productDelete', 'destroy'],
  ['productCreate', 'write', 'Adds one to the shop.'],
  ['productUpdate', 'write'],
  ['orders', 'read'],
  ['orderCancel', 'destroy'],
  ['volume', 'read', 'How loud it is.'],
  ['onCallPerson', 'read'],
  ['tokenCreate', 'write', 'Authenticates a customer.'],
] as const;
const names = shop.map(([name]) => name);
const corpus = corpusOf(shop);

const found = (typed: string, synonyms = builtInSynonyms): readonly string[] =>
  rank(corpus, ask(typed, synonyms), { most: 10 }).documents.map(at => names[at] ?? '');

test.each([
  ['a synonym', 'remove product', 'productDelete'],
  ['another form', 'deleting products', 'productDelete'],
  ['a typing slip', 'prodcut update', 'productUpdate'],
  ['a verb of two words', 'log in', 'tokenCreate'],
  ['words that are one in the question', 'oncall person', 'onCallPerson'],
  ['an unfinished last word', 'product upd', 'productUpdate'],
  ['the verb at the end', 'product new', 'productCreate'],
  ['a description', 'how loud', 'volume'],
  ['a noun phrase reads', 'the product', 'product'],
  ['a two-word verb with its object in between', 'throw the product away', 'productDelete'],
])('%s: %s', (_, typed, first) => {
  expect(found(typed)[0]).toBe(first);
});

test('a document with some of the words is ranked, and the missing words are known', () => {
  const asked = ask('product zzqq', builtInSynonyms);
  const ranking = rank(corpus, asked, { most: 10 });
  expect(ranking.total).toBe(4);
  expect(missingIn(asked, ranking.masks[0] ?? 0)).toEqual(['zzqq']);
});

test.each(['product', 'prod', 'order', 'products in the shop', 'canc', 'o'])(
  'nothing destructive is first for %s, which asks for no removal',
  typed => {
    const [first = ''] = found(typed);
    if (typed === 'canc') expect(first).toBe('orderCancel');
    else expect(first).not.toMatch(/Delete|Cancel/);
  },
);

test.each(['productDelete', 'proddel', 'delete product', 'product del', 'erase product'])(
  '%s asks for a removal',
  typed => {
    expect(found(typed)[0]).toBe('productDelete');
  },
);

const asked = (typed: string) => ask(typed, builtInSynonyms);

test.each([
  ['label an issue', 'write'],
  ['comment on issue', 'write'],
  ['issue label', undefined],
  ['is there an issue', 'read'],
  ['deployment logs', 'read'],
])('the intent of "%s" is %s', (typed, intent) => {
  expect(asked(typed).intent).toBe(intent);
});

test('an owner after "of", "in the" or "on the" comes before what it owns, as in names', () => {
  const words = (typed: string): readonly string[] => asked(typed).words.map(({ text }) => text);
  expect(words('languages of a repository')).toEqual(['repository', 'languages']);
  expect(words('list languages of a repository')).toEqual(['list', 'repository', 'languages']);
  expect(words('members in the team ')).toEqual(['team', 'members']);
  expect(words('comments on an issue')).toEqual(['issue', 'comments']);
  expect(words('comment on an issue')).toEqual(['comment', 'issue']);
  expect(words('number of')).toEqual(['number', 'of']);
  expect(words('list of languages')).toEqual(['list', 'languages']);
});

test('the word typed last is the unfinished one, even if another word moves after it', () => {
  const unfinished = asked('languages of repos').words.filter(each => each.isUnfinished);
  expect(unfinished.map(({ text }) => text)).toEqual(['repos']);
});

test('a reading verb and "my" are optional', () => {
  const optional = asked('list my orders').words.filter(each => each.isOptional);
  expect(optional.map(({ text }) => text)).toEqual(['list', 'my']);
});

test('groups of the configuration add synonyms', () => {
  expect(found('loudness')).not.toContain('volume');
  expect(found('loudness', synonymsWith(['loudness volume']))[0]).toBe('volume');
});

test('a word after "<" in a group matches the words before it, but they do not match it', () => {
  expect(found('yodel', synonymsWith(['volume < yodel howl']))[0]).toBe('volume');
  expect(synonymsWith(['volume < yodel howl']).of('volume')).not.toContain('yodel');
  expect(synonymsWith(['volume < yodel howl']).of('yodel')).not.toContain('howl');
});

test('"not" in a description is not a form of "note"', () => {
  const texts = corpusOf([
    ['paid', 'read', 'False if not paid.'],
    ['remark', 'read'],
  ]);
  expect(rank(texts, asked('customer note'), { most: 10 }).documents).toEqual([1]);
});

test('the table of synonyms has at most 60 lines', () => {
  expect(lineCount).toBeLessThanOrEqual(60);
});

test('a matching synonym is highlighted as a whole, a prefix by its typed letters', () => {
  const marked = (typed: string, name: string): readonly string[] =>
    highlight(corpus, ask(typed, builtInSynonyms), name).map(([from, to]) => name.slice(from, to));
  expect(marked('remove product', 'productDelete')).toEqual(['productDelete']);
  expect(marked('remove order', 'productDelete')).toEqual(['Delete']);
  expect(marked('order upd', 'productUpdate')).toEqual(['Upd']);
  expect(marked('products', 'productUpdate')).toEqual(['product']);
});

test.each([
  ['delete', 'deleting', 'deletes', 'deleted', 'deletion'],
  ['activate', 'activation', 'activating'],
  ['notify', 'notifies', 'notification', 'notifications'],
  ['category', 'categories'],
  ['person', 'people'],
  ['ship', 'shipping', 'shipped', 'shipment'],
])('%s and its forms have one stem', (...forms) => {
  expect(new Set(forms.map(stem)).size).toBe(1);
});

test.each([
  ['customer', 'custom'],
  ['author', 'auth'],
  ['product', 'production'],
  ['comment', 'commit'],
])('%s and %s are different words', (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});
