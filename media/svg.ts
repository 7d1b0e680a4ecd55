/** A terminal's screen as an SVG picture: text stays text, so it can be read, searched and scaled. */
import type { Cell, TerminalProgram } from '../__tests__/support/terminal.js';

const cellWidth = 8.4;
const cellHeight = 18;
const margin = 12;

/** A terminal's colours as `#rrggbb`: of text, of what is behind it, and the sixteen that have numbers. */
export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly sixteen: readonly string[];
}

const ours: Palette = {
  ink: '#d8dee9',
  paper: '#1e222a',
  sixteen: [
    '#3b4252 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d8dee9',
    '#6b7485 #ff8b94 #b5e08c #ffd68a #82c4ff #de95f0 #74d3de #ffffff',
  ].flatMap(row => row.split(' ')),
};

/** A colour of the palette of 256 (xterm's cube and greys), or one given as it is. */
function colour(name: string, fallback: string, { sixteen }: Palette): string {
  if (name === 'default') return fallback;
  if (name.startsWith('#')) return name;
  const index = Number(name);
  if (index < 16) return sixteen[index] ?? fallback;
  if (index >= 232) return grey(8 + (index - 232) * 10);
  const level = (n: number): string => hex(n === 0 ? 0 : 55 + n * 40);
  const cube = index - 16;
  return `#${level(Math.floor(cube / 36))}${level(Math.floor(cube / 6) % 6)}${level(cube % 6)}`;
}

const hex = (value: number): string => value.toString(16).padStart(2, '0');
const grey = (value: number): string => `#${hex(value).repeat(3)}`;
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function paints(cell: Cell, palette: Palette): { readonly fill: string; readonly behind: string } {
  const fill = colour(cell.foreground, palette.ink, palette);
  const behind = colour(cell.background, palette.paper, palette);
  return cell.inverse ? { fill: behind, behind: fill } : { fill, behind };
}

/** The SVG of columns × rows cells. */
export function screenSvg(terminal: TerminalProgram, columns: number, rows: number, palette = ours): string {
  const shapes: string[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; ) {
      const cell = terminal.cell(y, x);
      const { fill, behind } = paints(cell, palette);
      const left = margin + x * cellWidth;
      const top = margin + y * cellHeight;
      const width = Math.max(cell.width, 1);
      if (behind !== palette.paper)
        shapes.push(
          `<rect x="${left.toFixed(1)}" y="${top}" width="${(width * cellWidth + 0.3).toFixed(1)}" height="${cellHeight}" fill="${behind}"/>`,
        );
      if (cell.text.trim() !== '') {
        const style = [
          cell.bold ? ' font-weight="bold"' : '',
          cell.italic ? ' font-style="italic"' : '',
          cell.dim ? ' opacity="0.6"' : '',
          cell.underline ? ' text-decoration="underline"' : '',
        ].join('');
        shapes.push(
          `<text x="${left.toFixed(1)}" y="${top + 13.5}" fill="${fill}"${style}>${escaped(cell.text)}</text>`,
        );
      }
      x += width;
    }
  }
  const size = [columns * cellWidth + 2 * margin, rows * cellHeight + 2 * margin].map(each => each.toFixed(0));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}"`,
    ' font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14" xml:space="preserve">',
    `<rect width="100%" height="100%" rx="8" fill="${palette.paper}"/>`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
}
