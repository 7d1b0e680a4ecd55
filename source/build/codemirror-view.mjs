/**
 * Replaces @codemirror/view in the bundle. Our editor has no DOM: the state, commands and language packages only refer to the
 * view's facets and decorations while loading. Known names do nothing here; any other name throws. A new version that really
 * needs the view therefore fails the build (which loads its result) or the first test.
 */

const used = what => {
  throw new Error(`${what} of @codemirror/view is used, but was left out (source/build/readme.md).`);
};

/** An object with only these members. */
const only = (name, members) =>
  new Proxy(members, {
    get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : used(`${name}.${key}`)),
  });

const nothing = () => [];
const leftOut = name => () => used(name);
const mark = only('Decoration.mark()', {});

export const Decoration = only('Decoration', { mark: () => mark, replace: () => mark });
export const Direction = only('Direction', { LTR: 0, RTL: 1 });
// For `instanceof`: no object is an editor view.
class View {}
export const EditorView = only(
  'EditorView',
  Object.assign(View, {
    baseTheme: nothing,
    contentAttributes: only('EditorView.contentAttributes', { compute: nothing }),
    domEventHandlers: nothing,
  }),
);
export class GutterMarker {}
export const ViewPlugin = only('ViewPlugin', { fromClass: nothing });
export class WidgetType {}
// Only used by parts of language and lint that are not bundled either.
export const activateHover = leftOut('activateHover');
export const getPanel = leftOut('getPanel');
export const getTooltip = leftOut('getTooltip');
export const gutter = leftOut('gutter');
export const hoverTooltip = leftOut('hoverTooltip');
export const keymap = only('keymap', {});
export const logException = leftOut('logException');
export const showPanel = only('showPanel', {});
export const showTooltip = only('showTooltip', {});
