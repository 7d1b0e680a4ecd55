/** Every kind of overlay, each defined in the folder it belongs to. */
import { savedKind } from '../documents/saved-view.js';
import { historyKind, operationsKind } from '../documents/view.js';
import { loginFormKind } from '../identity/form/view.js';
import { identityKind, loginKind } from '../identity/view.js';
import { choiceKind } from '../overlays/choice.js';
import { helpKind } from '../overlays/help.js';
import type { OverlayKinds } from '../overlays/kind.js';
import { paletteKind } from '../overlays/palette.js';
import { promptKind } from '../overlays/prompt.js';
import { textKind } from '../overlays/text.js';

export const overlayKinds: OverlayKinds = {
  help: helpKind,
  palette: paletteKind,
  text: textKind,
  prompt: promptKind,
  choice: choiceKind,
  operations: operationsKind,
  history: historyKind,
  saved: savedKind,
  identity: identityKind,
  login: loginKind,
  'login-form': loginFormKind,
};
