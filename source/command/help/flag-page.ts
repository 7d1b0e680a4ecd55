/** The page of a flag: purpose, related flags, an example, and its equivalents in other tools. */
import { type CommandName, type FlagName, flagNamed, type KnownFlag, shownForm, shownName } from '../flags.js';
import { connectionNotes } from './flag-notes/connection.js';
import { credentialNotes } from './flag-notes/credentials.js';
import { graphqlNotes } from './flag-notes/graphql.js';
import { messageNotes } from './flag-notes/messages.js';
import type { FlagNote } from './flag-notes/note.js';
import { type Block, code, type Line, line, type Page } from './page.js';

const flagNotes: Readonly<Partial<Record<FlagName, FlagNote>>> = {
  ...credentialNotes,
  ...messageNotes,
  ...connectionNotes,
  ...graphqlNotes,
};

/** The help page of a flag, with an example. */
export function noteOf(flag: KnownFlag): FlagNote & { readonly example: string } {
  const form = flag.short ? `-${flag.short}` : shownName(flag);
  return { example: `apiclient GET :4000/books ${form}`, ...flagNotes[flag.name] };
}

/** Commands as displayed on a flag's page. */
const commandForms: Readonly<Record<CommandName, string>> = {
  request: 'requests',
  graphql: 'graphql',
  openapi: 'openapi',
  open: 'open',
  screen: 'the full screen',
  auth: 'auth',
  profiles: 'profiles',
  sessions: 'sessions',
  history: 'history',
  demo: 'demo',
  run: 'run',
  ws: 'ws',
  import: 'import',
  trust: 'trust',
  completion: 'completion',
  help: 'help',
};

/** `-H, --header NAME:VALUE`. Without a letter, indented to align the long names. */
export function flagForms(flag: KnownFlag): string {
  const name = `${flag.short ? `-${flag.short}, ` : '    '}${shownName(flag)}`;
  if (flag.value === undefined) return name;
  return flag.optional ? `${name}[=${flag.value}]` : `${name} ${flag.value}`;
}

const sentence = (text: string): string => `${text.replace(/^[a-z](?=[a-z]* )/, letter => letter.toUpperCase())}.`;

/** @param depth of its heading: 1 alone, 3 in the list of all flags */
export function flagPage(flag: KnownFlag, depth = 1): Page {
  const { more, with: related = [], example, curl, httpie } = noteOf(flag);
  const others = related.map(name => flagNamed(name)).filter(each => each !== undefined);
  const rows: (readonly [string, Line])[] = [
    ['Commands', line(flag.commands.map(name => commandForms[name]).join(', '))],
    ...(others.length > 0 ? [['Often used with', line(others.map(shownForm).join(', '))] as const] : []),
    ...(curl === undefined ? [] : [['In curl', code(curl)] as const]),
    ...(httpie === undefined ? [] : [['In HTTPie', code(httpie)] as const]),
  ];
  const blocks: readonly Block[] = [
    { kind: 'heading', depth, text: code(flagForms(flag).trim()) },
    { kind: 'paragraph', text: line(sentence(flag.help)) },
    ...(more === undefined ? [] : [{ kind: 'paragraph', text: line(more) } as const]),
    { kind: 'table', rows: rows.map(([left, right]) => [line(left), right]) },
    { kind: 'code', language: 'console', lines: [`$ ${example}`] },
  ];
  return blocks;
}
