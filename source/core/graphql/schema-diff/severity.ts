/** Impact of changes on clients, the worst first. */
const severities = ['breaking', 'dangerous', 'safe'] as const;

export type Severity = (typeof severities)[number];

interface Change {
  readonly severity: Severity;
}

/** Sorts changes by severity. The order of changes with the same severity is preserved. */
export const worstFirst = <C extends Change>(changes: readonly C[]): readonly C[] =>
  severities.flatMap(severity => changes.filter(change => change.severity === severity));

const words = { breaking: 'breaking', dangerous: 'dangerous', safe: 'other' } as const;

/** Returns `2 breaking, 1 dangerous, 5 other changes`, or an empty string if there are no changes. */
export function countText(changes: readonly Change[]): string {
  const counts = severities.flatMap(severity => {
    const count = changes.filter(change => change.severity === severity).length;
    return count === 0 ? [] : [`${count} ${words[severity]}`];
  });
  return counts.length === 0 ? '' : `${counts.join(', ')} ${changes.length === 1 ? 'change' : 'changes'}`;
}
