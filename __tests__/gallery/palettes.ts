/** Palettes in common use, each with a past problem of it. */
import type { Palette } from '../../media/svg.js';

const palette = (ink: string, paper: string, sixteen: string): Palette => ({ ink, paper, sixteen: sixteen.split(' ') });

/** xterm on white: green, cyan and yellow are hard to see. */
export const xtermLight = palette(
  '#000000',
  '#ffffff',
  '#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff',
);

/** Tango on white, the palette of GNOME's terminal. */
export const tangoLight = palette(
  '#2e3436',
  '#ffffff',
  '#2e3436 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf #555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec',
);

/** The Linux console: sixteen colours only, and blue on black is dark. */
export const linuxConsole = palette(
  '#aaaaaa',
  '#000000',
  '#000000 #aa0000 #00aa00 #aa5500 #0000aa #aa00aa #00aaaa #aaaaaa #555555 #ff5555 #55ff55 #ffff55 #5555ff #ff55ff #55ffff #ffffff',
);

/** Solarized dark: most bright colours are greys, and bright black is the background. */
export const solarizedDark = palette(
  '#839496',
  '#002b36',
  '#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5 #002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3',
);
