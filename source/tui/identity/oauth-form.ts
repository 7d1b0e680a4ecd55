/** Setting up an OAuth login step by step: where the server is, which client one is, and what is asked for. */
import type { OAuth2Options } from '../../core/command.js';
import { isFailure } from '../../core/failure.js';
import type { OAuth2Flow } from '../../core/oauth/flows.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import type { Action } from '../model/action.js';
import { type Choice, type ChoiceOverlay, type PromptOverlay, prompt } from '../overlays/reduce.js';
import { sourceOf } from './typed-secret.js';

/** The ways that can be set up here; user name and password are left to the command line (RFC 9700 retires them). */
export type OAuthFlow = Exclude<OAuth2Flow, 'password'>;

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

/** What the command line said of every login, or its defaults: the redirect port, the browser, the cache. */
export type OAuthHabits = Omit<OAuth2Options, 'flow' | 'clientId'>;

const defaults: OAuthHabits = { port: 8484, params: [], clientAuth: 'basic', pkce: true, browser: true, cache: true };

const flowNames: Readonly<Record<OAuthFlow, string>> = {
  client_credentials: 'client credentials',
  authorization_code: 'authorization code',
  device_code: 'device code',
};

/** Each opens the form of its flow. */
export const oauthChoices: readonly Choice[] = [
  ['client_credentials', 'OAuth, for a machine'],
  ['authorization_code', 'OAuth, in a browser'],
  ['device_code', 'OAuth, on another device'],
].map(([flow, label]) => ({
  label: label ?? '',
  detail: flowNames[flow as OAuthFlow],
  action: { type: 'identity/oauth', flow: flow as OAuthFlow },
}));

const shows = (overlay: PromptOverlay | ChoiceOverlay): Action => ({ type: 'overlay/open', overlay });

/**
 * The first box of the form; each opens the next, and the last ends in `identity/auth`.
 * @param given the login of the command line, whose habits hold here too
 */
export function oauthForm(
  flow: OAuthFlow,
  given: OAuth2Options | undefined,
  take: (oauth2: OAuth2Options) => Action,
): ChoiceOverlay {
  const form = new Form(given, take);
  return {
    kind: 'choice',
    title: `OAuth, ${flowNames[flow]}: how is its server known?`,
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

  issuer(draft: Draft): PromptOverlay {
    return url('Issuer', this.#given?.issuer, 'https://login.example.com', issuer =>
      shows(this.#client({ ...draft, issuer })),
    );
  }

  tokenUrl(draft: Draft): PromptOverlay {
    return url('Token URL', this.#given?.tokenUrl, 'https://login.example.com/token', tokenUrl =>
      shows(this.#loginUrl({ ...draft, tokenUrl })),
    );
  }

  /** Where a person logs in; a machine goes nowhere. */
  #loginUrl(draft: Draft): PromptOverlay {
    if (draft.flow === 'authorization_code') {
      return url('Authorization URL', this.#given?.authUrl, 'https://login.example.com/authorize', authUrl =>
        shows(this.#client({ ...draft, authUrl })),
      );
    }
    if (draft.flow === 'device_code') {
      return url('Device authorization URL', this.#given?.deviceUrl, 'https://login.example.com/device', deviceUrl =>
        shows(this.#client({ ...draft, deviceUrl })),
      );
    }
    return this.#client(draft);
  }

  #client(draft: Draft): PromptOverlay {
    return prompt('Client id', id => shows(this.#secret({ ...draft, clientId: id.trim() })), {
      text: this.#given?.clientId ?? '',
      hint: 'as the server knows this program',
      check: id => (id.trim() === '' ? 'A client id is needed.' : undefined),
    });
  }

  #secret(draft: Draft): PromptOverlay {
    return prompt('Client secret', secret => shows(this.#scope({ ...draft, secret })), {
      hint: 'env:NAME and file:PATH are read from there; empty: a public client',
      hidden: true,
    });
  }

  #scope(draft: Draft): PromptOverlay {
    return prompt('Scopes', scope => this.#take(this.#options(draft, scope.trim())), {
      text: this.#given?.scope ?? '',
      hint: 'with spaces between; may be empty',
    });
  }

  #options(
    { flow, issuer, tokenUrl, authUrl, deviceUrl, clientId = '', secret = '' }: Draft,
    scope: string,
  ): OAuth2Options {
    const { port, redirectUri, params, clientAuth, pkce, browser, cache } = this.#given ?? defaults;
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
      ...{ port, params, clientAuth, pkce, browser, cache },
    };
  }
}

/** A prompt for a URL, completed as one typed for a request is. */
function url(title: string, text: string | undefined, example: string, then: (url: string) => Action): PromptOverlay {
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
