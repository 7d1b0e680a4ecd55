/** A profile with "confirm": the screen asks before a mutation goes to its origin, and only Yes sends it. */
import { Screen } from '../support.js';

const asks = { profile: 'live', origin: 'http://localhost' };
const runs = (screen: Screen): number => screen.effects.filter(({ kind }) => kind === 'run').length;
const mutation = 'mutation { rename(id: 1) { name } }';

test('a mutation is asked about: No and Esc send nothing, Yes sends it once', () => {
  const screen = new Screen({ asks, query: mutation });
  screen.press('ctrl+r');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'choice', title: 'Profile live: send this mutation?' });
  screen.press('enter');
  expect([runs(screen), screen.state.notice?.text]).toEqual([0, 'Nothing was sent.']);
  screen.press('ctrl+r', 'escape');
  expect([runs(screen), screen.state.overlays.length]).toEqual([0, 0]);
  screen.press('ctrl+r', 'down', 'enter');
  expect([runs(screen), screen.state.response.running]).toEqual([1, true]);
});

test('a query is not, nor a mutation that goes elsewhere, nor one without such a profile', () => {
  for (const options of [
    { asks, query: '{ hello }' },
    { asks: { ...asks, origin: 'http://other.example' }, query: mutation },
    { query: mutation },
  ]) {
    const screen = new Screen(options);
    screen.press('ctrl+r');
    expect([runs(screen), screen.state.overlays.length]).toEqual([1, 0]);
  }
});
