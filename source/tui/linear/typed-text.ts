/** A text typed on several lines, after `query:` or `variables:`. */
import type { State } from '../model/state.js';
import { kindWords } from '../screen-words.js';
import { isAtPrompt } from './commands.js';
import { type DispatchAll, notify, type Reply, silent } from './reply.js';

type Pane = 'query' | 'variables';

export interface TypedText {
  /** Whether a text is being typed. */
  isOpen(): boolean;
  /** Begins a text if the line asks for it. Returns undefined for any other line. */
  begin(line: string): Reply | undefined;
  /** Adds a line to the text, or ends the text. */
  add(line: string): Reply;
  /** Cancels the text. Returns false if there is none. */
  drop(): boolean;
}

export function typedText(getState: () => State, act: DispatchAll): TypedText {
  let current: { readonly pane: Pane; readonly lines: string[] } | undefined;
  return {
    isOpen: () => current !== undefined,
    begin(line) {
      const [, name] = /^(query|request|variables)\s*:\s*$/i.exec(line.trim()) ?? [];
      if (name === undefined || !isAtPrompt(getState())) return undefined;
      const pane = name.toLowerCase() === 'variables' ? 'variables' : 'query';
      current = { pane, lines: [] };
      const { kind } = getState().connect;
      const end = kind === 'http' ? 'a line with only a dot' : 'an empty line';
      return notify(`Type the ${pane === 'query' ? kindWords[kind].typed : pane}. End with ${end}.`);
    },
    add(line) {
      if (current === undefined) return silent;
      const { pane, lines } = current;
      // A request has an empty line before its body.
      const isEnd = line.trim() === '.' || (line.trim() === '' && getState().connect.kind === 'graphql');
      if (!isEnd) {
        lines.push(line);
        return silent;
      }
      current = undefined;
      act({ type: `${pane}/edited`, text: lines.join('\n') });
      return { ...silent, isReplaced: true };
    },
    drop() {
      const isDropped = current !== undefined;
      current = undefined;
      return isDropped;
    },
  };
}
