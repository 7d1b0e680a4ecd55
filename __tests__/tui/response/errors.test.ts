/** The Errors tab. */
import { parse } from 'graphql';
import { errorInfos } from '../../../source/tui/effects/run/report.js';
import { answer, inside, running } from './pane.js';

const query = '{ hello }';

test('an error shows its extensions below its message', () => {
  const errors = [{ message: 'no', path: ['hello'], extensions: { code: 'X', reason: 'full', left: [1, 2] } }];
  const document = parse(query);
  const [node] = document.definitions;
  if (node?.kind !== 'OperationDefinition') throw new Error('There is no operation.');
  const infos = errorInfos({ errors }, document, node, query);
  const screen = answer(running(query), JSON.stringify({ errors, data: null }), { errors: infos.errors });
  for (let tabs = 0; tabs < 9 && screen.state.response.tab !== 'errors'; tabs++)
    screen.do({ type: 'response/tab', by: 1 });
  const lines = inside(screen).join('\n');
  expect(lines).toContain('1 no');
  expect(lines).toContain('at hello; query line 1, column 3; code X');
  expect(lines).toContain('extensions {"reason":"full","left":[1,2]}');
});
