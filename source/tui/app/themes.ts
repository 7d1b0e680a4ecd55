/** Choosing the theme while the screen runs. */
import { aboutThemes } from '../../core/themes.js';
import type { Action, AppAction } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { choice, openOverlay } from '../overlays/open.js';
import { offeredThemes, withTheme } from '../theme.js';
import { update, withNotice } from '../update.js';

type ThemeAction = Extract<AppAction, { readonly type: 'app/theme' }>;
type ThemeName = Theme['name'];

const aboutTheme: Readonly<Record<ThemeName, string>> = { own: 'colours from the configuration', ...aboutThemes };

const shownName = (name: ThemeName): string => (name === 'own' ? 'custom' : name);

export const showTheme = (state: State, theme: Theme): State =>
  theme === state.settings.theme ? state : { ...state, settings: { ...state.settings, theme } };

/** Previews or remembers a theme. Offers all of them if the action names none. */
export function reduceTheme(state: State, { name, preview }: ThemeAction): Update<State> {
  const { theme: before } = state.settings;
  if (name === undefined) return chooseTheme(state);
  const isChosen = name !== 'configured';
  const theme = withTheme(before, isChosen ? name : before.configured);
  const next = { ...state, settings: { ...state.settings, theme } };
  if (preview === true) return update(next);
  const how = isChosen ? ' (remembered; "as configured" resets it).' : ', as configured.';
  return update(withNotice(next, `Theme: ${shownName(theme.name)}${how}`), {
    kind: 'remember-theme',
    theme: isChosen ? theme.name : undefined,
  });
}

/** Offers the themes. Each is previewed while it is selected; Esc restores the previous one. */
function chooseTheme(state: State): Update<State> {
  const { theme } = state.settings;
  const names = offeredThemes(theme);
  const option = (label: string, detail: string, name: ThemeName | 'configured'): Choice<Action> => ({
    label,
    detail,
    action: { type: 'app/theme', name },
    preview: { type: 'app/theme', name, preview: true },
  });
  const configured = theme.configured === undefined ? "follow the terminal's background" : aboutTheme[theme.configured];
  const options = [
    ...names.map(name => option(shownName(name), aboutTheme[name], name)),
    option('as configured', configured, 'configured'),
  ];
  const undo = { type: 'app/theme', name: theme.name, preview: true } as const;
  return openOverlay(state, { ...choice('Theme', options, names.indexOf(theme.name)), undo });
}
