/** Turns all literal arguments of an operation into variables, in one edit. */
import { Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { counted } from '../../counted.js';
import type { Change } from '../../text/changes.js';
import { applyPlan, blockedReason } from './apply-plan.js';
import { type Context, type EditResult, type NewVariable, reject } from './edit-result.js';
import { path } from './schema/path.js';
import { insertVariables, rangeOf } from './text/insertion.js';
import { jsonOf } from './text/literal.js';
import { isOperation } from './text/query-document.js';
import { definitionText, NewNames } from './variables.js';

/**
 * Replaces each literal argument of a field of the active operation with a new variable, whose value is added to the variables
 * JSON. Arguments that contain variables are left unchanged.
 */
export function argumentsToVariables(context: Context): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { document, schema, active } = context;
  const { lastValid } = document;
  const operation = lastValid.definitions[active ?? -1];
  if (!isOperation(operation)) return reject('The cursor is not in an operation.');
  const names = new NewNames(lastValid);
  const info = new TypeInfo(schema);
  const changes: Change[] = [];
  const added: NewVariable[] = [];
  const skipped: string[] = [];
  visit(
    operation,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: field => {
        const args = info.getFieldDef()?.args ?? [];
        for (const { name, value } of field.arguments ?? []) {
          const type = args.find(each => each.name === name.value)?.type;
          if (type === undefined || value.kind === Kind.VARIABLE) continue;
          const json = jsonOf(value);
          if (json === undefined) {
            skipped.push(name.value);
            continue;
          }
          const variable = { name: names.pick(name.value, field.name.value), type: String(type), json };
          added.push(variable);
          changes.push({ ...rangeOf(value), insert: `$${variable.name}` });
        }
      },
    }),
  );
  const skippedNote =
    skipped.length === 0 ? '' : ` Not changed, because they contain variables: ${skipped.join(', ')}.`;
  if (added.length === 0) return reject(`No argument of this operation is a literal.${skippedNote}`);
  const root = path(operation.operation);
  return applyPlan(context, {
    changes: [...insertVariables(lastValid, operation, added.map(definitionText)), ...changes],
    path: root,
    active,
    added,
    note: `Moved ${counted(added.length, 'argument')} to the variables.${skippedNote}`,
  });
}
