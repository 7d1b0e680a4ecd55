/** `npm run bench -- NAME`: measures, prints, and writes `__tests__/bench/results/NAME.md` with the machine it ran on. */

const benches: Record<string, () => Promise<{ bench(argv: readonly string[]): Promise<void> }>> = {
  graphql: () => import('./graphql.js'),
  packages: () => import('./packages.js'),
  search: () => import('./search.js'),
  startup: () => import('./startup.js'),
  transfer: () => import('./transfer.js'),
  tui: () => import('./tui.js'),
};

const [name = '', ...rest] = process.argv.slice(2);
const load = benches[name];
if (load) await (await load()).bench(rest);
else {
  process.stderr.write(`npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
  process.exitCode = 2;
}
