/** The active operation after its text was replaced. */
import { operationAt } from '../../../source/core/graphql/builder/text/query-document.js';
import { Screen } from '../support.js';

describe('the active operation stays active', () => {
  const active = (screen: Screen): string | undefined =>
    operationAt(screen.state.query.document, screen.state.query.active)?.name?.value;
  const names = ['A', 'B', 'C'];
  const kinds = ['mutation', 'query', 'mutation'];
  const text = names.map((name, at) => `${kinds[at]} ${name} { hello }`).join(' ');

  test.each(names)('when the text is formatted: %s', name => {
    const screen = new Screen({ query: text }).do({ type: 'query/go', offset: text.indexOf(name) });
    expect(active(screen)).toBe(name);
    expect(active(screen.do({ type: 'query/format' }))).toBe(name);
    expect(screen.query).not.toBe(text);
  });

  test.each(names)('when it is returned by $EDITOR in another order: %s', name => {
    const screen = new Screen({ query: text }).do({ type: 'query/go', offset: text.indexOf(name) });
    const other = [...names].reverse().map(each => `${kinds[names.indexOf(each)]} ${each} {\n  hello\n}`);
    expect(active(screen.do({ type: 'query/edited', text: `# all\n${other.join('\n')}\n` }))).toBe(name);
  });
});
