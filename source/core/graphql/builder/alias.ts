/** The `=` action, which sets the alias of a field. */
import { Kind } from 'graphql';
import { applyPlan, blockedReason } from './apply-plan.js';
import { type Context, type EditResult, reject } from './edit-result.js';
import type { Path } from './schema/path.js';
import { levelAt } from './text/resolve.js';
import { endOf, isName, startOf } from './text/tokens.js';

/** Sets the alias, or removes it if `alias` is null. The row's path does not depend on the alias. */
export function setAlias(context: Context, path: Path, alias: string | null): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { active } = context;
  const node = levelAt(context, path)?.node;
  if (node?.kind !== Kind.FIELD) return reject('Only a ticked field can have an alias.');
  if (alias !== null && !isName(alias)) return reject(`${alias} is not a name.`);
  if (alias === (node.alias?.value ?? null)) return reject('Nothing to change.');
  const at = startOf(node.name);
  if (alias === null) {
    const changes = [{ from: startOf(node), to: at, insert: '' }];
    return applyPlan(context, { changes, path, active });
  }
  const change = node.alias
    ? { from: startOf(node.alias), to: endOf(node.alias), insert: alias }
    : { from: at, to: at, insert: `${alias}: ` };
  return applyPlan(context, { changes: [change], path, active });
}
