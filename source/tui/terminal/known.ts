/** What is known of the terminal from its own answers, and the bytes that follow from that. Pure but for what it remembers. */
import type { ReplyEvent } from './events.js';
import { enterKitty, enterKittyAgain, enterModes, isScreen, leaveModes, leaveMouse } from './modes.js';

/** Each text is for the terminal. */
export interface Known {
  /** All modes on, and the questions that were not answered yet. */
  enter(): string;
  /** All modes once more, whoever switched off which; no question. */
  again(): string;
  /** All modes off. */
  leave(): string;
  /** Takes note of an answer; the text is what follows from it. */
  heard(reply: ReplyEvent): string;
}

/** @param options what the user wants of it, as far as the terminal is one for that */
export function createKnown(options: { readonly mouse: boolean; readonly askBackground: boolean }): Known {
  let { mouse, askBackground } = options;
  /** Only where there is a mouse to be left to the terminal. */
  let askDevice = mouse;
  /** What was asked last is answered by the first `ready` behind it: by then silence is an answer, too. */
  let askKitty = true;
  let kitty = false;
  /** The protocol is on now. */
  let isKittyOn = false;
  const silent = { askKitty: false, askDevice: false, askBackground: false };
  return {
    enter() {
      isKittyOn = kitty;
      return enterModes({ mouse, askKitty, askDevice, askBackground }) + (kitty ? enterKitty : '');
    },
    again: () => enterModes({ mouse, ...silent }) + (isKittyOn ? enterKittyAgain : ''),
    leave: () => leaveModes(isKittyOn),
    heard({ reply, value }) {
      switch (reply) {
        case 'ready':
          askKitty = false;
          return '';
        case 'background':
          askBackground = false;
          return '';
        case 'kitty': {
          const known = isKittyOn;
          kitty = true;
          isKittyOn = true;
          askKitty = false;
          return known ? '' : enterKitty;
        }
        case 'device':
          askDevice = false;
          if (!mouse || !isScreen(value)) return '';
          mouse = false;
          return leaveMouse;
      }
    },
  };
}
