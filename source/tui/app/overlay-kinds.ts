/** Every kind of box above the panes, each from the room it belongs to. */
import { historyBox, operationsBox } from '../documents/view.js';
import { identityBox, loginBox } from '../identity/view.js';
import { choiceBox } from '../overlays/choice-box.js';
import { helpBox } from '../overlays/help.js';
import type { OverlayKinds } from '../overlays/kind.js';
import { paletteBox } from '../overlays/palette.js';
import { promptBox } from '../overlays/prompt-box.js';
import { textBox } from '../overlays/text-box.js';

export const overlayKinds: OverlayKinds = {
  help: helpBox,
  palette: paletteBox,
  text: textBox,
  prompt: promptBox,
  choice: choiceBox,
  operations: operationsBox,
  history: historyBox,
  identity: identityBox,
  login: loginBox,
};
