/** The shortest ways through a graph. */
import { finished } from '../../../source/core/memoize-weak.js';
import { type WayGraph, waySlices } from '../../../source/core/search/shortest-ways.js';

const shortestWays = <T>(...search: Parameters<typeof waySlices<T>>) => finished(waySlices<T>(...search));

/** `a b 3`: a step from a to b that costs 3. */
function graphOf(text: string): WayGraph<string> {
  const steps = text
    .trim()
    .split(/\n/)
    .map(line => line.trim().split(' '));
  return {
    nodes: new Set(steps.map(([from = '']) => from)),
    stepsFrom: node =>
      steps
        .filter(([from]) => from === node)
        .map(([from = '', to = '', cost = '1']) => ({ to, cost: Number(cost), data: `${from}${to}` })),
  };
}

const joined = (steps: readonly { readonly data: string }[]): string => steps.map(({ data }) => data).join(' ');
const waysIn = (graph: WayGraph<string>, from: string, to: string, limits = { most: 10, longest: 8 }) =>
  shortestWays(graph, [from], new Set([to]), limits, joined);

const town = graphOf(`
  a b 5
  a c 1
  c b 1
  c d 1
  d b 2
  b a 1
`);

test('ways are sorted by cost, not by the number of steps', () => {
  const { ways, isCut } = waysIn(town, 'a', 'b');
  expect(ways.map(({ steps, cost }) => [joined(steps), cost])).toEqual([
    ['ac cb', 2],
    ['ac cd db', 4],
    ['ab', 5],
  ]);
  expect(isCut).toBe(false);
});

test('a way from a node to itself has at least one step, and visits no other node twice', () => {
  expect(waysIn(town, 'a', 'a').ways.map(({ steps }) => joined(steps))).toEqual(['ac cb ba', 'ac cd db ba', 'ab ba']);
});

test('the number and the length of ways are limited', () => {
  expect(waysIn(town, 'a', 'b', { most: 1, longest: 8 }).ways).toHaveLength(1);
  expect(waysIn(town, 'a', 'b', { most: 9, longest: 1 }).ways.map(({ steps }) => joined(steps))).toEqual(['ab']);
});

test('a goal that cannot be reached costs one backward search', () => {
  expect(waysIn(town, 'a', 'z')).toEqual({ ways: [], isCut: false });
});

test('ways with the same identity are returned once', () => {
  const { ways } = shortestWays(town, ['a'], new Set(['b']), { most: 10, longest: 8 }, () => 'same');
  expect(ways.map(({ steps }) => joined(steps))).toEqual(['ac cb']);
});

test('a search among thousands of crossing steps ends early and reports it', () => {
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
  const all = new Map(names.map(from => [from, names.map(to => ({ to, cost: 1, data: `${from}${to}` }))]));
  const graph = { nodes: names, stepsFrom: (node: string) => all.get(node) ?? [] };
  const { ways, isCut } = shortestWays(graph, ['n0'], new Set(['n59']), { most: 1e9, longest: 50 }, joined);
  expect(isCut).toBe(true);
  expect(ways[0]?.steps).toHaveLength(1);
});
