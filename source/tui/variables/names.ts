/** Values of the `{{name}}` placeholders in a request, according to the description of the fields they are used in. */

import type { VariablesReport } from '../../core/graphql/intelligence/check-variables.js';
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import type { CapturedValues } from '../../core/http-file/captured-values.js';
import { referencesIn } from '../../core/http-file/variables.js';
import { editMembers } from '../../core/json/edit.js';
import { printRaw } from '../../core/json/raw.js';
import { type JsonNode, jsonObject } from '../../core/json/tree.js';
import { ExampleBudget } from '../../core/openapi/call/mend.js';
import { describedNames, jsonFor, misfitOf } from '../../core/openapi/check/names.js';
import { typedValue } from '../../core/openapi/edit/tick.js';
import type { Ticking, TickTarget } from '../../core/openapi/edit/tick-target.js';
import type { SeenObjects } from '../../core/seen/objects.js';
import { httpTarget } from '../../core/seen/openapi.js';
import { seenValues } from '../../core/seen/values.js';
import type { DescribedRequest } from '../model/variables.js';

/** The report of the text as JSON, including problems found with the description. */
export function withNames(
  report: VariablesReport,
  request: DescribedRequest,
  text: string,
  values: CapturedValues,
): VariablesReport {
  const names = describedNames(request.ticking);
  const members = new Map(jsonObject(text)?.members.map(({ name, value }) => [name, value]));
  const elsewhere = valuedElsewhere(request, values);
  const problems = names.flatMap((each): TextProblem[] => {
    const value = members.get(each.name);
    const source = value && text.slice(value.from, value.to);
    // A value that is filled in later is not known yet.
    if (value === undefined || source === undefined || source.includes('{{')) return [];
    const misfit = misfitOf(request.ticking, each, plainText(value, source));
    const range = { from: value.from, to: value.to };
    return misfit === undefined ? [] : [{ ...range, severity: 'error', message: `{{${each.name}}} ${misfit}.` }];
  });
  const has = ({ name }: { readonly name: string }): boolean => members.has(name) || elsewhere.has(name);
  return {
    ...report,
    problems: [...report.problems, ...problems].sort((a, b) => a.from - b.from || a.to - b.to),
    definitions: names.map(({ name, type }) => ({ name, written: type, type: undefined, fallback: undefined })),
    given: new Set(members.keys()),
    wrong: new Set(
      names.filter(({ name }) => problems.some(each => each.from === members.get(name)?.from)).map(each => each.name),
    ),
    missing: names.filter(each => !has(each)).map(({ name }) => name),
  };
}

const plainText = (value: JsonNode, source: string): string => (value.kind === 'string' ? value.value : source);

/** Names that have a value outside Variables: in the text, or captured from a response. */
const valuedElsewhere = ({ file }: DescribedRequest, values: CapturedValues): ReadonlySet<string> =>
  new Set([...file.variables.map(({ name }) => name), ...values.keys()]);

/** Variables with a value added for each described name that has none. */
interface FilledNames {
  readonly text: string;
  readonly added: readonly string[];
  /** Names without a value that the description does not cover. */
  readonly left: readonly string[];
  /** Returns whether a value is incomplete because its schema is too large. */
  readonly isIncomplete: boolean;
}

/** @returns undefined if the text is not a JSON object */
export function filledNames(
  request: DescribedRequest,
  text: string,
  values: CapturedValues,
  seen: SeenObjects = [],
): FilledNames | undefined {
  const { ticking } = request;
  const object = jsonObject(text);
  if (object === undefined) return undefined;
  const valued = new Set([...valuedElsewhere(request, values), ...object.members.map(({ name }) => name)]);
  const names = describedNames(ticking);
  const missing = names.filter(({ name }) => !valued.has(name));
  const { from, to } = ticking.entry;
  const known = new Set([...valued, ...names.map(({ name }) => name)]);
  const others = referencesIn(ticking.text.slice(from, to)).map(({ expression }) => expression.replace(/^%\s*/, ''));
  const left = [...new Set(others)].filter(name => /^[A-Za-z_][\w-]*$/.test(name) && !known.has(name));
  const budget = new ExampleBudget();
  const after = editMembers(
    text,
    [],
    missing.map(
      each => [each.name, seenJson(ticking, each.target, seen)[0] ?? jsonFor(ticking, each, budget)] as const,
    ),
  );
  if (after === undefined) return undefined;
  return { text: after, added: missing.map(({ name }) => name), left, isIncomplete: budget.isIncomplete };
}

/** Identifiers of the objects in earlier responses that a value of a request may refer to, as JSON, latest first. */
export function seenJson(
  { description, operation }: Pick<Ticking, 'description' | 'operation'>,
  target: TickTarget,
  seen: SeenObjects,
): readonly string[] {
  const seenTarget = seen.length === 0 ? undefined : httpTarget(description.root, operation, target);
  if (seenTarget === undefined) return [];
  // Values of Variables are filled into URLs unencoded.
  const isInUrl = target.kind === 'parameter' && target.parameter.place !== 'header';
  return seenValues(seen, seenTarget)
    .filter(({ text }) => !(isInUrl && /[/\\?#%&;+]/.test(text)))
    .filter(({ text }) => misfitOf({ description }, { target }, text) === undefined)
    .map(({ text }) => printRaw(typedValue(description.root, target, text)));
}
