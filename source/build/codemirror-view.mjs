/**
 * Stands for @codemirror/view in the bundle. Our editor has no DOM: commands and language only name the view's facets and
 * decorations when they are loaded, and never use them. 200 kB that would be parsed at every start of the full screen.
 */
const facet = { of: () => [], compute: () => [], computeN: () => [], from: () => [] };
const mark = { range: () => mark };

export class WidgetType {}
export class GutterMarker {}
// biome-ignore lint/complexity/noStaticOnlyClass: the real one is a class, and it is extended
export class EditorView {
  static baseTheme = () => [];
  static theme = () => [];
  static domEventHandlers = () => [];
  static updateListener = facet;
  static decorations = facet;
  static contentAttributes = facet;
  static atomicRanges = facet;
  static outerDecorations = facet;
  static scrollIntoView = () => undefined;
}
export const ViewPlugin = { fromClass: () => [], define: () => [] };
export const Decoration = {
  mark: () => mark,
  widget: () => mark,
  replace: () => mark,
  line: () => mark,
  none: [],
  set: () => [],
};
export const Direction = { LTR: 0, RTL: 1 };
export const keymap = facet;
export const gutter = () => [];
export const hoverTooltip = () => [];
export const showTooltip = facet;
export const showPanel = facet;
export const getTooltip = () => null;
export const getPanel = () => null;
export const activateHover = () => undefined;
export const logException = () => undefined;
