/** Features of the terminal as learned from its replies, and the bytes to use them. Pure apart from that memory. */
import type { ReplyEvent } from './events.js';
import {
  enterKitty,
  enterKittyAgain,
  enterModes,
  isScreen,
  leaveModes,
  leaveMouse,
  restoreTitle,
  saveTitle,
  titleSequence,
} from './modes.js';

/** All strings are output for the terminal. */
interface Known {
  /** Switches all modes on, followed by unanswered queries. */
  enter(): string;
  /** Whether `enter` sends a query, after which `ready` must follow. */
  readonly asks: boolean;
  /** Switches all modes on again, after another program may have switched them off. Sends no query. */
  again(): string;
  leave(): string;
  /** Sets the window's title, which `enter` repeats and `leave` undoes. Empty if it is unchanged or titles are off. */
  title(text: string): string;
  /** Handles a reply. Returns the bytes to send in response. */
  heard(reply: ReplyEvent): string;
}

/** Terminals that set titles: terminal windows, and tmux. GNU screen has no stack from which to restore the old title. */
const windowed =
  /^(?:xterm|rxvt|tmux|alacritty|foot|kitty|wezterm|ghostty|contour|konsole|gnome|vte|st-|st$|mlterm|mintty|putty|iterm)/i;

/** True if the terminal sets the window's title with OSC 2. Others might print part of the sequence. */
export const hasTitles = ({ TERM = '', TMUX }: Readonly<Record<string, string | undefined>>): boolean =>
  windowed.test(TERM) || (TMUX !== undefined && TERM.startsWith('screen'));

/** @param options the user's settings, as far as the terminal supports them */
export function createKnown(options: {
  readonly mouse: boolean;
  readonly askBackground: boolean;
  readonly titles: boolean;
  readonly ascii: boolean;
}): Known {
  let { mouse, titles } = options;
  let title = '';
  let titleText: string | undefined;
  const silent = { askKitty: false, askDevice: false, askBackground: false };
  /** The kind of terminal only matters if the mouse is used. */
  let questions = { askKitty: true, askDevice: mouse, askBackground: options.askBackground };
  let kitty = false;
  let isKittyOn = false;

  function withoutMouse(): string {
    if (!mouse) return '';
    mouse = false;
    return leaveMouse;
  }

  /** GNU screen has no stack of titles, so ours would remain after the end. */
  function withoutTitles(): string {
    if (!titles) return '';
    titles = false;
    return title === '' ? '' : titleSequence('', true);
  }

  return {
    enter() {
      isKittyOn = kitty;
      return enterModes({ mouse, ...questions }) + (kitty ? enterKitty : '') + (titles ? saveTitle + title : '');
    },
    get asks() {
      return Object.values(questions).includes(true);
    },
    again: () => enterModes({ mouse, ...silent }) + (isKittyOn ? enterKittyAgain : ''),
    leave: () => (titles ? restoreTitle : '') + leaveModes(isKittyOn),
    title(text) {
      if (!titles || text === titleText) return '';
      titleText = text;
      title = titleSequence(text, options.ascii);
      return title;
    },
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
          if (!isScreen(value)) return '';
          return withoutMouse() + withoutTitles();
      }
    },
  };
}
