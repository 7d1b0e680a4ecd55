/**
 * Whether the terminal in TERM has colours, according to the system's terminfo database (term(5)) or, failing that, its name.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../environment.js';

/** Common names of terminals with colours, to avoid reading the database. */
const saysColour = /color|direct|kitty|^(?:xterm|screen|tmux|linux|alacritty|foot|ghostty|wezterm)$/;
/** For systems without a database: DEC's terminals before the VT525, and names that declare no colours. */
const saysNone = /^(?:vt(?:5[02]|1\d\d|2\d\d|3\d\d|4\d\d|510|520)|dumb$)|-(?:m|mono)$/;

/** The search path of ncurses (ncurses(3X), TERMINFO_DIRS), and Debian's folder. */
const systemFolders = ['/etc/terminfo', '/lib/terminfo', '/usr/share/terminfo', '/usr/lib/terminfo'];

/** Maximum size of an entry (term(5)). */
const maxEntryBytes = 32 * 1024;

/** True for vt100, xterm-mono and other terminals without colours. COLORTERM overrides it. */
export function isMonochrome({ variables, home }: Pick<Environment, 'variables' | 'home'>): boolean {
  const { TERM = '', COLORTERM, TERMINFO, TERMINFO_DIRS = '' } = variables;
  // The name becomes part of a path below.
  if (COLORTERM || saysColour.test(TERM) || !/^[\w.+-]+$/.test(TERM) || /^\.+$/.test(TERM)) return false;
  const folders = [
    ...(TERMINFO ? [TERMINFO] : []),
    path.join(home, '.terminfo'),
    ...TERMINFO_DIRS.split(':').filter(Boolean),
    ...systemFolders,
  ];
  for (const folder of folders) {
    // By first letter; on macOS by its character code.
    for (const below of [TERM.charAt(0), TERM.charCodeAt(0).toString(16)]) {
      const colours = coloursOf(path.join(folder, below, TERM));
      if (colours !== undefined) return colours < 8;
    }
  }
  return saysNone.test(TERM);
}

/** Bytes of a number by the magic number of the file: 16-bit numbers, or 32-bit since ncurses 6.1. */
const numberSizes: ReadonlyMap<number | undefined, number> = new Map([
  [0o432, 2],
  [0o1036, 4],
]);

/** `max_colors` of a compiled entry, 0 if absent, or undefined if there is no such entry. */
function coloursOf(file: string): number | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  if (bytes.length < 12 || bytes.length > maxEntryBytes) return undefined;
  const [magic, names = 0, flags = 0, numbers = 0] = [0, 2, 4, 6].map(at => bytes.readUInt16LE(at));
  const size = numberSizes.get(magic);
  if (size === undefined) return undefined;
  const maxColours = 13;
  // Numbers are aligned to even bytes.
  const at = Math.ceil((12 + names + flags) / 2) * 2 + maxColours * size;
  if (numbers <= maxColours || at + size > bytes.length) return 0;
  return Math.max(0, bytes.readIntLE(at, size));
}
