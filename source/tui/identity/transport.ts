/** Data sent along with or instead of an operation's text: a hash, the ID of a trusted document, extensions. */
import type { SendOptions } from '../../core/graphql/sending/options.js';
import { isRawObject, parseRaw } from '../../core/json/raw.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';

/** Takes effect with the next run. */
export const withTransport = (state: State, sends: SendOptions): State => ({
  ...state,
  identity: { ...state.identity, sends },
});

/** A trusted document is identified by an ID and a persisted one by a hash, so they exclude each other. */
export function togglePersisted({ documentId, ...sends }: SendOptions): SendOptions {
  return { ...sends, persisted: !sends.persisted };
}

/** The options without one property. */
export function without(sends: SendOptions, what: 'persisted' | 'document' | 'extensions'): SendOptions {
  const { documentId, extensions, ...rest } = sends;
  if (what === 'persisted') return { ...sends, persisted: false };
  if (what === 'document') return extensions === undefined ? rest : { ...rest, extensions };
  return documentId === undefined ? rest : { ...rest, documentId };
}

/** Prompts for the ID of a trusted document, for extensions or for the payload. An empty line removes them. */
export function promptTransport(state: State, what: 'document' | 'extensions' | 'payload'): Update<State> {
  const { sends, connectionParams } = state.identity;
  if (what === 'payload') {
    const then = (line: string) =>
      ({ type: 'identity/payload', json: line.trim() === '' ? undefined : line.trim() }) as const;
    const hint = 'A JSON object for connection_init of subscriptions. Leave empty to send the login and headers.';
    const options = {
      text: connectionParams ?? '',
      hint,
      check: problemOf('The payload', '{"token": "…"}'),
      runs: true,
    };
    return openOverlay(state, prompt('Connection payload', then, options));
  }
  if (what === 'document') {
    const then = (line: string) => {
      const rest = without(sends, 'document');
      const changed = line.trim() === '' ? rest : { ...rest, persisted: false, documentId: line.trim() };
      return { type: 'identity/sends', sends: changed } as const;
    };
    const hint = 'Sent instead of the text. Leave empty to send the text.';
    return openOverlay(state, prompt('Trusted document ID', then, { text: sends.documentId ?? '', hint, runs: true }));
  }
  const then = (line: string) => {
    const rest = without(sends, 'extensions');
    return { type: 'identity/sends', sends: line.trim() === '' ? rest : { ...rest, extensions: line.trim() } } as const;
  };
  return openOverlay(
    state,
    prompt('Extensions', then, {
      text: sends.extensions ?? '',
      hint: 'A JSON object. Leave empty for none.',
      check: problemOf('Extensions', '{"tracing": true}'),
      runs: true,
    }),
  );
}

const problemOf =
  (what: string, example: string) =>
  (line: string): string | undefined => {
    if (line.trim() === '') return undefined;
    const read = parseRaw(line);
    if ('problem' in read) return `Not JSON: ${read.problem}`;
    return isRawObject(read.value) ? undefined : `${what} must be a JSON object, like ${example}`;
  };
