/** What is known of the terminal from its own answers, and the bytes that follow from that. Pure but for what it remembers. */
import type { ReplyEvent } from './events.js';
import { enterKitty, enterKittyAgain, enterModes, isScreen, leaveModes, leaveMouse } from './modes.js';

/** Each text is for the terminal. */
export interface Known {
  /** All modes on, and the questions that were not answered yet. */
  enter(): string;
  /** Whether `enter` asks something: then `ready` must be asked behind it. */
  readonly asks: boolean;
  /** All modes once more, whoever switched off which; no question. */
  again(): string;
  /** All modes off. */
  leave(): string;
  /** Takes note of an answer; the text is what follows from it. */
  heard(reply: ReplyEvent): string;
}

/** @param options what the user wants of it, as far as the terminal is one for that */
export function createKnown(options: { readonly mouse: boolean; readonly askBackground: boolean }): Known {
  let { mouse } = options;
  const silent = { askKitty: false, askDevice: false, askBackground: false };
  /** What kind of terminal it is matters only where there is a mouse to be left to it. */
  let questions = { askKitty: true, askDevice: mouse, askBackground: options.askBackground };
  let kitty = false;
  /** The protocol is on now. */
  let isKittyOn = false;
  return {
    enter() {
      isKittyOn = kitty;
      return enterModes({ mouse, ...questions }) + (kitty ? enterKitty : '');
    },
    get asks() {
      return Object.values(questions).includes(true);
    },
    again: () => enterModes({ mouse, ...silent }) + (isKittyOn ? enterKittyAgain : ''),
    leave: () => leaveModes(isKittyOn),
    heard({ reply, value }) {
      switch (reply) {
        case 'ready':
          // Terminals answer in order: behind this one, silence was an answer, too.
          questions = silent;
          return '';
        case 'background':
          questions = { ...questions, askBackground: false };
          return '';
        case 'kitty': {
          const isNew = !isKittyOn;
          kitty = true;
          isKittyOn = true;
          questions = { ...questions, askKitty: false };
          return isNew ? enterKitty : '';
        }
        case 'device':
          questions = { ...questions, askDevice: false };
          if (!mouse || !isScreen(value)) return '';
          mouse = false;
          return leaveMouse;
      }
    },
  };
}
