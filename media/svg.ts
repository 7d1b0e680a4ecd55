/** A terminal's screen as an SVG picture: text stays text, so it can be read, searched and scaled. */
import type { Cell, TerminalProgram } from '../__tests__/support/terminal.js';

const cellWidth = 8.4;
// As tall as the fonts draw the lines of boxes, which meet then.
const cellHeight = 16;
const margin = 12;

/** A terminal's colours as `#rrggbb`: of text, of what is behind it, and the sixteen that have numbers. */
export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly sixteen: readonly string[];
}

/** A dark terminal, as the README has it. */
export const ours: Palette = {
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

/** What a screen shows, as shapes of an SVG: runs of cells that look the same are one text, so that it is selected as text. The cursor is a bar. */
export function screenShapes(terminal: TerminalProgram, columns: number, rows: number, palette = ours): string {
  const shapes: string[] = [];
  for (let y = 0; y < rows; y++) {
    const top = margin + y * cellHeight;
    for (const each of runsOf(terminal, y, columns, palette)) {
      if (each.behind !== palette.paper)
        shapes.push(`<rect ${placeOf(each)} y="${top}" height="${cellHeight}" ${filled(each.behind)}/>`);
      const run = trimmed(each);
      if (run.text !== '')
        shapes.push(
          `<text ${placeOf(run, 'textLength')} y="${top + 12.7}" ${filled(run.fill)}${run.style}>${escaped(run.text)}</text>`,
        );
    }
  }
  if (terminal.cursorShown && terminal.cursor.y < rows) {
    const { x, y } = terminal.cursor;
    const place = placeOf({ x, width: 0.25 });
    shapes.push(`<rect ${place} y="${margin + y * cellHeight}" height="${cellHeight}" ${filled(palette.ink)}/>`);
  }
  return shapes.join('\n');
}

const placeOf = ({ x, width }: Pick<Run, 'x' | 'width'>, length = 'width'): string =>
  `x="${(margin + x * cellWidth).toFixed(1)}" ${length}="${(width * cellWidth).toFixed(1)}"`;

interface Run {
  readonly x: number;
  readonly width: number;
  /** Of each of its cells: wide ones are a text of their own, as fonts disagree on how wide those are. */
  readonly cells: number;
  readonly text: string;
  readonly fill: string;
  readonly behind: string;
  readonly style: string;
}

/** The cells of a row, those that look the same together. Lines of boxes stay single: their ends must meet. */
function runsOf(terminal: TerminalProgram, y: number, columns: number, palette: Palette): readonly Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < columns; ) {
    const cell = terminal.cell(y, x);
    const width = Math.max(cell.width, 1);
    const style = [
      cell.bold ? ' font-weight="bold"' : '',
      cell.italic ? ' font-style="italic"' : '',
      cell.dim ? ' opacity="0.6"' : '',
      cell.underline ? ' text-decoration="underline"' : cell.strikethrough ? ' text-decoration="line-through"' : '',
    ].join('');
    const run: Run = {
      x,
      width,
      cells: width,
      text: cell.text === '' ? ' ' : cell.text,
      ...paints(cell, palette),
      style,
    };
    const last = runs.at(-1);
    const joins =
      last !== undefined &&
      [last.fill, last.behind, last.style, last.cells].join() === [run.fill, run.behind, run.style, run.cells].join() &&
      isLine(last.text) === isLine(run.text);
    if (joins) runs[runs.length - 1] = { ...last, width: last.width + width, text: last.text + run.text };
    else runs.push(run);
    x += width;
  }
  return runs;
}

/** Without the blanks at its ends, of which nobody sees anything. */
function trimmed(run: Run): Run {
  const start = run.text.length - run.text.trimStart().length;
  const text = run.text.trim();
  return { ...run, x: run.x + start, width: run.width - (run.text.length - text.length), text };
}

const isLine = (text: string): boolean => /^[\u2500-\u259f]/.test(text);

/** The SVG of columns × rows cells. */
export const screenSvg = (terminal: TerminalProgram, columns: number, rows: number, palette = ours): string =>
  svg(columns, rows, palette, '', screenShapes(terminal, columns, rows, palette));

/** Colours that follow the reader's: dark or light. The names of classes. */
export const eitherWay: Palette = {
  ink: 'ink',
  paper: 'paper',
  sixteen: Array.from({ length: 16 }, (_, at) => `c${at}`),
};

/** The colour of a class. */
const colourOf = (name: string, { ink, paper, sixteen }: Palette): string =>
  name === 'ink' ? ink : name === 'paper' ? paper : (sixteen[Number(name.slice(1))] ?? ink);

/** The dark colour stands in the shape itself, for programs that read no style sheet; the class has the light one. */
const filled = (name: string): string =>
  name.startsWith('#') ? `fill="${name}"` : `fill="${colourOf(name, ours)}" class="${name}"`;

const light: Palette = {
  ink: '#24292f',
  paper: '#ffffff',
  sixteen: [
    '#24292f #b42318 #1a7f37 #8a5a00 #0958b3 #8133a8 #0b7285 #57606a',
    '#6e7781 #cf3526 #2a9548 #9a6700 #2070d0 #9b4dc4 #12889d #24292f',
  ].flatMap(row => row.split(' ')),
};

/** A thin frame on a light page. */
const edge = '#d0d7de';

/** For a picture in `eitherWay`. */
const bothSchemes = `@media (prefers-color-scheme:light){${['ink', 'paper', ...eitherWay.sixteen]
  .map(name => `.${name}{fill:${colourOf(name, light)}}`)
  .join('')}.page{stroke:${edge}}}`;

/** A picture that follows the reader's colours. */
export const readerSvg = (terminal: TerminalProgram, columns: number, rows: number): string =>
  svg(columns, rows, eitherWay, bothSchemes, screenShapes(terminal, columns, rows, eitherWay));

/** A screen for some time. */
export interface Frame {
  readonly shapes: string;
  readonly ms: number;
}

/** Screens one after the other, for ever; where nothing moves, the first is shown. */
export function movingSvg(frames: readonly Frame[], columns: number, rows: number): string {
  const whole = frames.reduce((sum, { ms }) => sum + ms, 0);
  const percent = (ms: number): string => ((100 * ms) / whole).toFixed(3);
  let from = 0;
  const rules = frames.map(({ ms }, at) => {
    const [begin, end] = [percent(from), percent(from + ms)];
    from += ms;
    const before = at === 0 ? '' : '0%{visibility:hidden}';
    return `@keyframes f${at}{${before}${begin}%{visibility:visible}${end}%,100%{visibility:${at === frames.length - 1 ? 'visible' : 'hidden'}}}.f${at}{animation:f${at} ${whole}ms step-end infinite}`;
  });
  const still = '@media (prefers-reduced-motion:reduce){g{animation:none!important}}';
  const groups = frames.map(
    ({ shapes }, at) => `<g class="f${at}"${at === 0 ? '' : ' visibility="hidden"'}>${shapes}</g>`,
  );
  return svg(columns, rows, eitherWay, `${bothSchemes}${rules.join('')}${still}`, groups.join('\n'));
}

function svg(columns: number, rows: number, { paper }: Palette, style: string, shapes: string): string {
  const [width, height] = [columns * cellWidth + 2 * margin, rows * cellHeight + 2 * margin].map(each =>
    each.toFixed(0),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
    `<style>text{white-space:pre}${style}</style>`,
    `<rect x="0.5" y="0.5" width="${Number(width) - 1}" height="${Number(height) - 1}" rx="8" ${filled(paper).replace('class="', 'class="page ')}/>`,
    shapes,
    '</svg>',
    '',
  ].join('\n');
}
