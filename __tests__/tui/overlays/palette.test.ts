/** Finding a command in the palette. */
import { type Synonyms, synonymsWith } from '../../../source/core/search/synonyms.js';
import { graphqlKeys } from '../../../source/tui/app/http-keys.js';
import { keyTable } from '../../../source/tui/app/key-table.js';
import { rankedCommands } from '../../../source/tui/overlays/palette.js';
import { Screen } from '../support.js';

test.each([
  ['run', 'run'],
  ['quit', 'quit'],
  ['save', 'file.save'],
  ['w', 'file.save'],
  ['wq', 'file.save'],
  ['q', 'quit'],
  ['save as', 'file.save-as'],
  ['curl', 'copy.curl'],
  ['hist', 'history'],
  ['new op', 'operations.new'],
  ['cpcrl', 'copy.curl'],
  ['look for a field', 'schema.search'],
  ['saving the file', 'file.save'],
  ['formta query', 'query.format'],
  ['duplicate as curl', 'copy.curl'],
])('typing %s in the palette finds %s first', (typed, id) => {
  expect(rankedCommands(typed, new Screen().state)[0]?.id).toBe(id);
});

test('configured synonyms count', () => {
  const first = (synonyms?: Synonyms) => rankedCommands('zapp', new Screen({ ...(synonyms && { synonyms }) }).state)[0];
  expect(first()).toBeUndefined();
  expect(first(synonymsWith(['zapp format']))?.id).toBe('query.format');
});

test('an empty palette filter lists every command, nonsense none', () => {
  const { state } = new Screen();
  expect(rankedCommands('', state)).toHaveLength(graphqlKeys(keyTable).filter(each => each.quiet !== true).length);
  expect(rankedCommands('zzzzqqq', state)).toEqual([]);
});
