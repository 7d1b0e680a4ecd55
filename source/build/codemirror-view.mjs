/**
 * Replaces @codemirror/view in the bundle. Our editor has no DOM: state, commands and language only name the view's
 * facets and decorations while loading. Known names do nothing here, any other throws, so that a new version that
 * really needs the view fails the build (which loads its result) or the first test.
 */

const used = what => {
  throw new Error(`${what} of @codemirror/view is used, but was left out (source/build/readme.md).`);
};

/** An object with these members only. */
const only = (name, members) =>
  new Proxy(members, {
    get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : used(`${name}.${key}`)),
  });

const nothing = () => [];
const leftOut = name => () => used(name);
const mark = only('Decoration.mark()', {});

export const Decoration = only('Decoration', { mark: () => mark, replace: () => mark });
export const Direction = only('Direction', { LTR: 0, RTL: 1 });
// For `instanceof`: nothing is an editor view.
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
// Used only by parts of language and lint that are left out, too.
export const activateHover = leftOut('activateHover');
export const getPanel = leftOut('getPanel');
export const getTooltip = leftOut('getTooltip');
export const gutter = leftOut('gutter');
export const hoverTooltip = leftOut('hoverTooltip');
export const keymap = only('keymap', {});
export const logException = leftOut('logException');
export const showPanel = only('showPanel', {});
export const showTooltip = only('showTooltip', {});
