/** OAuth in the form: converts options to field values and back. */

import { secretSourceOf } from '../../../core/credentials/sources.js';
import { writtenFlags } from '../../../core/credentials/written-flags.js';
import { isFailure } from '../../../core/failure.js';
import { type FlowField, type FlowOption, formFieldsOf } from '../../../core/oauth/flow-fields.js';
import { callbackPort, type OAuth2Flow } from '../../../core/oauth/flows.js';
import { malformedParam, reservedParam } from '../../../core/oauth/params.js';
import { completeLogin, withoutPreset } from '../../../core/oauth/providers.js';
import { idleFlag } from '../../../core/oauth/unused-flags.js';
import type { OAuth2Options, SecretSource } from '../../../core/options.js';
import { readTypedUrl } from '../../../core/request/typed-url.js';
import { screenWordsOf } from '../../screen-words.js';
import { type FormField, type FormProblem, type FormValues, rowId, rowsOf, sourceText } from './field.js';

export const flowFields = (flow: OAuth2Flow): readonly FormField[] =>
  formFieldsOf(flow).map(({ option, ...field }) => ({ id: option, ...field }));

/** Field values of an existing login. */
export function oauthValues(options: OAuth2Options): FormValues {
  const own = withoutPreset(options);
  return Object.fromEntries(formFieldsOf(options.flow).flatMap(field => fieldValues(field, own[field.option])));
}

function fieldValues({ option, kind, usual, without = false }: FlowField, value: unknown): [string, string][] {
  switch (kind) {
    case 'secret':
      return [[option, sourceText(value as SecretSource | undefined)]];
    case 'switch':
      return [[option, value === !without ? 'yes' : '']];
    case 'pairs':
      return (value as OAuth2Options['params']).map(([name, text], at) => [rowId(option, at), `${name}=${text}`]);
    default:
      return [[option, value === undefined || String(value) === usual ? '' : String(value)]];
  }
}

/** Defaults for options without a field. */
const defaults = { clientId: '', port: callbackPort, params: [], pkce: true, browser: true, cache: true } as const;

/** @param before the current login, which supplies secrets for empty fields and options without a field */
export function oauthOf(
  flow: OAuth2Flow,
  values: FormValues,
  before: OAuth2Options | undefined,
): OAuth2Options | FormProblem {
  const fields = formFieldsOf(flow);
  const asked = new Set<string>(fields.map(({ option }) => option));
  const kept = Object.entries(before ?? {}).filter(([option]) => !asked.has(option));
  const filled = fields.flatMap((field): [FlowOption, unknown][] => {
    const known = before?.flow === flow ? before[field.option] : undefined;
    const value = fieldOption(field, values, known);
    return value === undefined ? [] : [[field.option, value]];
  });
  const typed = { ...defaults, ...Object.fromEntries([...kept, ...filled]), flow } as OAuth2Options;
  const options = completeLogin(typed);
  if (isFailure(options)) return { field: 'provider', problem: screenWordsOf(options).text };
  const flags = writtenFlags({ oauth2: options, apiKeys: [] }).map(([flag]) => flag);
  const idle = idleFlag({ flow, flags, redirectUri: options.redirectUri });
  if (idle === undefined) return options;
  const field = fields.find(each => each.flag === idle.flag)?.option ?? '';
  return { field, problem: screenWordsOf(idle.failure).text };
}

/** The option value of a field, or undefined if it is not set. */
function fieldOption(field: FlowField, values: FormValues, value: unknown): unknown {
  const { option, kind, without } = field;
  const text = values[option]?.trim() ?? '';
  if (kind === 'secret') return text === '' ? value : secretSourceOf(values[option] ?? '');
  if (kind === 'pairs') return pairsIn(field, values);
  if (option === 'clientId') return text;
  if (text === '') return undefined;
  if (kind === 'switch') return without !== true;
  if (kind === 'port') return Number(text);
  return kind === 'url' ? urlOf(text) : text;
}

const pairsIn = ({ option, title, kind }: FlowField, values: FormValues): OAuth2Options['params'] =>
  rowsOf([{ id: option, title, kind }], values).flatMap(({ id }) => {
    const text = values[id]?.trim() ?? '';
    return text === '' ? [] : [pairOf(text)];
  });

/** Splits a typed parameter. Without `=`, it has no name. */
export function pairOf(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
}

const urlOf = (text: string): string => {
  const read = readTypedUrl(text);
  return isFailure(read) ? text : read.url;
};

/** Explains why a port is invalid. */
export const portProblem = (text: string): string | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? undefined
    : 'Enter a port from 0 to 65535, or 0 for any free port.';

/** Explains why a parameter is invalid. */
export function paramProblem(text: string): string | undefined {
  const param = pairOf(text);
  if (param[0] === '') return 'Enter a parameter as NAME=VALUE.';
  if (reservedParam([param]) !== undefined) return `The flow sets ${param[0]} itself.`;
  return malformedParam(param)?.text;
}
