/** Setting up an OAuth login step by step: where the server is, which client this is, and which scopes it asks for. */

import type { OAuth2Options } from '../../core/command.js';
import { isFailure } from '../../core/failure.js';
import { flowOf } from '../../core/oauth/flows.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import type { Action } from '../model/action.js';
import type { OAuthFlow } from '../model/identity.js';
import type { Choice, ChoiceOverlay, PromptOverlay } from '../model/overlays.js';
import { prompt } from '../overlays/open.js';
import { sourceOf } from './typed-secret.js';

/** What is known so far. */
interface Draft {
  readonly flow: OAuthFlow;
  readonly issuer?: string;
  readonly tokenUrl?: string;
  readonly authUrl?: string;
  readonly deviceUrl?: string;
  readonly clientId?: string;
  readonly secret?: string;
}

/** What the command line sets for every login, or its defaults: redirect port, browser, cache. */
type OAuthHabits = Omit<OAuth2Options, 'flow' | 'clientId'>;

const defaults: OAuthHabits = { port: 8484, params: [], pkce: true, browser: true, cache: true };

/** A flow as it is set up here. */
interface FlowForm {
  readonly name: string;
  /** In the list of ways to log in. */
  readonly label: string;
  /** What the URL is called where a person logs in; absent: nobody does. */
  readonly login?: { readonly title: string; readonly example: string };
}

const flows: Readonly<Record<OAuthFlow, FlowForm>> = {
  client_credentials: { name: 'client credentials', label: 'OAuth, for a machine' },
  authorization_code: {
    name: 'authorization code',
    label: 'OAuth, in a browser',
    login: { title: 'Authorization URL', example: 'https://login.example.com/authorize' },
  },
  device_code: {
    name: 'device code',
    label: 'OAuth, on another device',
    login: { title: 'Device authorization URL', example: 'https://login.example.com/device' },
  },
};

/** Each opens the form of its flow. */
export const oauthChoices: readonly Choice<Action>[] = Object.entries(flows).map(([flow, { label, name }]) => ({
  label,
  detail: name,
  action: { type: 'identity/oauth', flow: flow as OAuthFlow },
}));

const shows = (overlay: PromptOverlay<Action> | ChoiceOverlay<Action>): Action => ({ type: 'overlay/open', overlay });

/**
 * The first overlay of the form; each opens the next, and the last ends in `identity/auth`.
 * @param given the login of the command line; its settings apply here too
 */
export function oauthForm(
  flow: OAuthFlow,
  given: OAuth2Options | undefined,
  take: (oauth2: OAuth2Options) => Action,
): ChoiceOverlay<Action> {
  const form = new Form(given, take);
  return {
    kind: 'choice',
    title: `OAuth, ${flows[flow].name}: where is its server?`,
    selected: 0,
    options: [
      { label: 'By its issuer', detail: 'one URL; the rest is found there', action: shows(form.issuer({ flow })) },
      {
        label: 'By its endpoints',
        detail: 'the token URL and what else is needed',
        action: shows(form.tokenUrl({ flow })),
      },
    ],
  };
}

class Form {
  readonly #given: OAuth2Options | undefined;
  readonly #take: (oauth2: OAuth2Options) => Action;

  constructor(given: OAuth2Options | undefined, take: (oauth2: OAuth2Options) => Action) {
    this.#given = given;
    this.#take = take;
  }

  issuer(draft: Draft): PromptOverlay<Action> {
    return url('Issuer', this.#given?.issuer, 'https://login.example.com', issuer =>
      shows(this.#client({ ...draft, issuer })),
    );
  }

  tokenUrl(draft: Draft): PromptOverlay<Action> {
    return url('Token URL', this.#given?.tokenUrl, 'https://login.example.com/token', tokenUrl =>
      shows(this.#loginUrl({ ...draft, tokenUrl })),
    );
  }

  /** Asks where a person logs in; a machine needs no such place. */
  #loginUrl(draft: Draft): PromptOverlay<Action> {
    const { login } = flows[draft.flow];
    const { endpoint } = flowOf(draft.flow);
    if (login === undefined || endpoint === undefined) return this.#client(draft);
    return url(login.title, this.#given?.[endpoint.option], login.example, typed =>
      shows(this.#client({ ...draft, [endpoint.option]: typed })),
    );
  }

  #client(draft: Draft): PromptOverlay<Action> {
    return prompt('Client id', id => shows(this.#secret({ ...draft, clientId: id.trim() })), {
      text: this.#given?.clientId ?? '',
      hint: 'as the server knows this program',
      check: id => (id.trim() === '' ? 'A client id is needed.' : undefined),
    });
  }

  #secret(draft: Draft): PromptOverlay<Action> {
    return prompt('Client secret', secret => shows(this.#scope({ ...draft, secret })), {
      hint: 'env:NAME and file:PATH are read from there; empty: a public client',
      hidden: true,
    });
  }

  #scope(draft: Draft): PromptOverlay<Action> {
    return prompt('Scopes', scope => this.#take(this.#options(draft, scope.trim())), {
      text: this.#given?.scope ?? '',
      hint: 'separated by spaces; may be empty',
    });
  }

  #options(
    { flow, issuer, tokenUrl, authUrl, deviceUrl, clientId = '', secret = '' }: Draft,
    scope: string,
  ): OAuth2Options {
    const { port, redirectUri, params, clientAuth, pkce, browser, cache, insecureHttp } = this.#given ?? defaults;
    return {
      flow,
      clientId,
      ...(issuer === undefined ? {} : { issuer }),
      ...(tokenUrl === undefined ? {} : { tokenUrl }),
      ...(authUrl === undefined ? {} : { authUrl }),
      ...(deviceUrl === undefined ? {} : { deviceUrl }),
      ...(secret === '' ? {} : { clientSecret: sourceOf(secret) }),
      ...(scope === '' ? {} : { scope }),
      ...(redirectUri === undefined ? {} : { redirectUri }),
      ...(clientAuth === undefined ? {} : { clientAuth }),
      ...(insecureHttp === undefined ? {} : { insecureHttp }),
      ...{ port, params, pkce, browser, cache },
    };
  }
}

/** A prompt for a URL, completed as one typed for a request is. */
function url(
  title: string,
  text: string | undefined,
  example: string,
  then: (url: string) => Action,
): PromptOverlay<Action> {
  const read = (typed: string): string | undefined => {
    const found = readTypedUrl(typed);
    return isFailure(found) || found.credentials !== undefined ? undefined : found.url;
  };
  return prompt(title, typed => then(read(typed) ?? typed), {
    text: text ?? '',
    hint: `like ${example}`,
    check: typed => {
      const found = readTypedUrl(typed);
      if (isFailure(found)) return found.text;
      return found.credentials === undefined ? undefined : 'The URL must not hold a user or a password.';
    },
  });
}
