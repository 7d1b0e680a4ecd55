/** The full screen without a terminal: state, keys and effects, driven by chords. */

import { parse } from 'graphql';
import { authWords } from '../../source/core/credentials/describe.js';
import { buildGraphqlSchema } from '../../source/core/graphql/build-schema.js';
import { indexSchema } from '../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../source/core/graphql/sdl.js';
import { finished, memoizeTexts } from '../../source/core/memoize-weak.js';
import { textOf } from '../../source/core/text/editor.js';
import { reduce } from '../../source/tui/app/reduce.js';
import { carryOut } from '../../source/tui/app/resolve.js';
import { type StartOptions, startState } from '../../source/tui/app/start.js';
import { sentBy } from '../../source/tui/identity/rows.js';
import type { Action } from '../../source/tui/model/action.js';
import type { Effect } from '../../source/tui/model/effect.js';
import type { State } from '../../source/tui/model/state.js';
import { cursorRow } from '../../source/tui/schema/rows.js';
import type { InputEvent } from '../../source/tui/terminal/events.js';
import { chooseTheme } from '../../source/tui/theme.js';

export const theme = chooseTheme({ ascii: false, variables: {} });

/** A small schema with every kind of row. */
export const sdl = `
  "The way in."
  type Query {
    "One user by id."
    user(id: ID!): User
    search(text: String = "all", filter: Filter, kinds: [Kind!]): [Result!]!
    node(id: ID!): Node
    pick(choice: Choice!): String
    hello: String
    old: Int @deprecated(reason: "Use hello.")
  }
  type Mutation { rename(id: ID!, name: String!): User }
  type Subscription { ticks: Int }
  "A person."
  type User implements Node { id: ID!, name: String!, friends(first: Int = 10): [User!]!, kind: Kind }
  type Post implements Node { id: ID!, title: String!, author: User! }
  interface Node { id: ID! }
  union Result = User | Post
  enum Kind { ADMIN "No rights at all." GUEST }
  input Filter { text: String, kind: Kind, not: Filter, ids: [ID!] }
  input Choice @oneOf { a: Int, b: String }
  directive @stream(n: Int = 1) on FIELD
`;

/** An index and a schema without cached rows. */
export function loaded(source = sdl) {
  const document = parse(source);
  const index = indexSchema(schemaFromSdl(document));
  const built = buildGraphqlSchema(index, document);
  if ('problem' in built) throw new Error(built.problem);
  return { index, schema: built.schema };
}

/** The index and schema that all screens of a test file share. */
export const shared = memoizeTexts(100, loaded);

export class Screen {
  state: State;
  readonly effects: Effect[] = [];
  /** True to leave work in slices undone. */
  isBusy = false;

  constructor(options: Partial<StartOptions> & { readonly sdl?: string | null } = {}) {
    this.state = startState({
      columns: 120,
      rows: 40,
      theme,
      mouse: true,
      url: 'http://localhost/graphql',
      query: '',
      variables: '',
      ...options,
    });
    if (options.sdl === null) return;
    this.do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://localhost/graphql' } });
    const id = this.state.connect.loadId ?? 0;
    const { index, schema } = shared(options.sdl ?? sdl);
    this.do({ type: 'connect/loaded', id, index });
    this.do({ type: 'connect/built', id, schema });
    this.effects.length = 0;
  }

  do(...actions: readonly Action[]): this {
    for (const action of actions) {
      const next = reduce(this.state, action);
      this.state = next.state;
      this.effects.push(...next.effects);
      // A server that is probed does not respond.
      for (const effect of next.effects) {
        if (effect.kind === 'work' && !this.isBusy) this.do(finished(effect.work()));
        if (effect.kind !== 'ask-kind') continue;
        const { impliedKind: kind, typed, language } = effect;
        const isOther = kind !== undefined && kind !== language;
        this.do(isOther ? { type: 'tabs/connect', kind, typed } : { type: 'connect/accept', typed });
      }
    }
    return this;
  }

  send(event: InputEvent): this {
    carryOut(
      event,
      () => this.state,
      action => this.do(action),
    );
    return this;
  }

  /** Presses keys by their chords. A chord of one character types it. */
  press(...chords: readonly string[]): this {
    for (const chord of chords) {
      const text = chord === 'space' ? ' ' : [...chord].length === 1 ? chord : undefined;
      this.send({ kind: 'key', chord, ...(text === undefined ? {} : { text }) });
    }
    return this;
  }

  type(text: string): this {
    return this.press(...[...text].map(each => (each === ' ' ? 'space' : each === '\n' ? 'enter' : each)));
  }

  /** Puts the tree's cursor on the first row with that name. */
  row(name: string): this {
    const at = this.state.schema.rows.findIndex(row => row.name === name);
    if (at < 0) throw new Error(`No row ${name} in: ${this.names.join(', ')}`);
    return this.do({ type: 'schema/move', by: at - this.state.schema.cursor });
  }

  get names(): string[] {
    return this.state.schema.rows.map(row => row.name);
  }

  get cursor() {
    return cursorRow(this.state);
  }

  get query(): string {
    return textOf(this.state.query.editor);
  }

  get variables(): string {
    return textOf(this.state.variables.editor);
  }

  /** The effects of a key, without drafts and checks. */
  get asked(): readonly Effect[] {
    return this.effects.filter(effect => !/draft|later/.test(effect.kind));
  }

  /** Whether and how a key requested to quit the program. */
  get quits(): readonly Effect[] {
    return this.effects.filter(effect => effect.kind === 'quit');
  }

  /** The credentials of requests, in words. */
  get auth(): string {
    return authWords(sentBy(this.state.identity));
  }

  get notice(): string | undefined {
    return this.state.notice?.text;
  }
}

/** Lines without their colours. */
export const plain = (lines: readonly string[]): string[] => lines.map(line => line.replace(/\u001b\[[\d;]*m/g, ''));
