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

/** Prompts for the ID of a trusted document or for extensions. An empty line removes them. */
export function promptTransport(state: State, what: 'document' | 'extensions'): Update<State> {
  const { sends } = state.identity;
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
      check: problemOf,
      runs: true,
    }),
  );
}

function problemOf(line: string): string | undefined {
  if (line.trim() === '') return undefined;
  const read = parseRaw(line);
  if ('problem' in read) return `Not JSON: ${read.problem}`;
  return isRawObject(read.value) ? undefined : 'Extensions must be a JSON object, like {"tracing": true}';
}
