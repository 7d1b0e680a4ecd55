/** Data sent along with or instead of an operation's text: a hash, the ID of a trusted document, extensions. */
import type { SendOptions } from '../../core/graphql/sending/options.js';
import { isRawObject, parseRaw } from '../../core/json/raw.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';

/** Takes effect with the next run. */
export const withTransport = (state: State, sends: SendOptions): State => ({
  ...state,
  identity: { ...state.identity, sends },
});

/** A trusted document is identified by an ID and a persisted one by a hash, so they exclude each other. */
export const togglePersisted = (sends: SendOptions): SendOptions => ({
  ...sends,
  documentId: undefined,
  persisted: !sends.persisted,
});

/** The options without one property. */
export function without(sends: SendOptions, what: 'persisted' | 'document' | 'extensions'): SendOptions {
  if (what === 'persisted') return { ...sends, persisted: false };
  return what === 'document' ? { ...sends, documentId: undefined } : { ...sends, extensions: undefined };
}

/** Prompts for the ID of a trusted document, for extensions or for the payload. An empty line removes them. */
export function promptTransport(state: State, what: 'document' | 'extensions' | 'payload'): Update<State> {
  const { sends, connectionParams } = state.identity;
  const ask = (title: string, text: string | undefined, hint: string, then: Then, check?: Check): Update<State> =>
    openOverlay(
      state,
      prompt(title, line => then(line.trim() || undefined), { text, hint, check, runs: true }),
    );
  switch (what) {
    case 'payload':
      return ask(
        'Connection payload',
        connectionParams,
        'A JSON object for connection_init of subscriptions. Leave empty to send the login and headers.',
        json => ({ type: 'identity/payload', json }),
        problemOf('The payload', '{"token": "…"}'),
      );
    case 'document':
      return ask(
        'Trusted document ID',
        sends.documentId,
        'Sent instead of the text. Leave empty to send the text.',
        documentId => ({
          type: 'identity/sends',
          sends: { ...sends, documentId, persisted: documentId === undefined && sends.persisted },
        }),
      );
    case 'extensions':
      return ask(
        'Extensions',
        sends.extensions,
        'A JSON object. Leave empty for none.',
        extensions => ({ type: 'identity/sends', sends: { ...sends, extensions } }),
        problemOf('Extensions', '{"tracing": true}'),
      );
  }
}

type Then = (text: string | undefined) => Action;
type Check = (line: string) => string | undefined;

const problemOf =
  (what: string, example: string): Check =>
  line => {
    if (line.trim() === '') return undefined;
    const read = parseRaw(line);
    if ('problem' in read) return `Not JSON: ${read.problem}`;
    return isRawObject(read.value) ? undefined : `${what} must be a JSON object, like ${example}`;
  };
