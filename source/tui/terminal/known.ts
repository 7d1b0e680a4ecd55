/** Features of the terminal as learned from its replies, and the bytes to use them. Pure apart from that memory. */
import type { ReplyEvent } from './events.js';
import { enterKitty, enterKittyAgain, enterModes, isScreen, leaveModes, leaveMouse } from './modes.js';

/** All strings are output for the terminal. */
interface Known {
  /** Switches all modes on, followed by unanswered queries. */
  enter(): string;
  /** Whether `enter` sends a query, after which `ready` must follow. */
  readonly asks: boolean;
  /** Switches all modes on again, after another program may have switched them off. Sends no query. */
  again(): string;
  leave(): string;
  /** Handles a reply. Returns the bytes to send in response. */
  heard(reply: ReplyEvent): string;
}

/** @param options the user's settings, as far as the terminal supports them */
export function createKnown(options: { readonly mouse: boolean; readonly askBackground: boolean }): Known {
  let { mouse } = options;
  const silent = { askKitty: false, askDevice: false, askBackground: false };
  /** The kind of terminal only matters if the mouse is used. */
  let questions = { askKitty: true, askDevice: mouse, askBackground: options.askBackground };
  let kitty = false;
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
          // Terminals reply in order, so a missing reply before this one means "no".
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
