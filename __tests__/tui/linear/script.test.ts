import { scriptOf } from '../../../source/tui/linear/script.js';
import { Screen } from '../support.js';

test('a script ends once, even if the state changes after its end', () => {
  const screen = new Screen();
  const printed: string[] = [];
  const script = scriptOf({
    getState: () => screen.state,
    isReady: () => true,
    carryOut: () => void screen.do({ type: 'identity/ask-header' }),
    keepGoing: true,
    onStopped: line => printed.push(line),
    onUnanswered: question => printed.push(question),
    finish: code => printed.push(`${code}`),
  });
  script.line('add header');
  script.end();
  const atEnd = [...printed];
  script.goOn();
  expect(atEnd).toHaveLength(2);
  expect(printed).toEqual(atEnd);
});
