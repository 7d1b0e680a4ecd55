/** Files, variables and prompts that the values of a parsed command read. */

interface ReadSources {
  readonly files: readonly string[];
  readonly variables: readonly string[];
  /** Labels of prompts. */
  readonly prompts: readonly string[];
}

/**
 * Finds every source in a command at any position: `{ from: 'file', path }`, `{ from: 'env', name }`, `{ from: 'prompt', label
 * }` and `-H @FILE`. New flags require no change here.
 */
export function sourcesIn(command: unknown): ReadSources {
  const [files, variables, prompts]: [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { from, kind, path, name, label } = value as Readonly<Record<string, unknown>>;
    if (from === 'stdin') files.add('-');
    if ((from === 'file' || kind === 'file') && typeof path === 'string') files.add(path);
    if (from === 'env') variables.add(String(name));
    if (from === 'prompt') prompts.add(String(label));
    for (const member of Object.values(value)) walk(member);
  };
  walk(command);
  return { files: [...files], variables: [...variables], prompts: [...prompts] };
}
