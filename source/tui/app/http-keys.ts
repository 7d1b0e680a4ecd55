/** The key table of HTTP documents: the GraphQL table without GraphQL-only commands, with labels that refer to requests. */
import { memoizeWeak } from '../../core/memoize-weak.js';
import type { Binding } from '../model/state.js';
import { isEditable } from '../text/pane.js';

/** Commands for fields, arguments, operations and events, and for lists of them. */
const graphqlOnly =
  /^(?:schema\.(?:tick-all|tick-depth|clear|variable|cycle|add|remove|alias|directive|fragment|type|only-ticked|deprecated|changed|copy)|run\.(?:ways|unread)|copy\.picks|query\.(?:docs|format|arguments)|variables\.docs|operations.*|overlay\.operations\..*|response\.(?:pause|turn|clear|next-event|previous-event))$/;

/** Commands for several requests, and for descriptions. */
const httpOnly = /^(?:run\.all|schema\.(?:grouping|problems)|server|(?:overlay\.)?identity\.described)$/;

/** The key table of GraphQL documents. */
export const graphqlKeys = memoizeWeak((bindings: readonly Binding[]): readonly Binding[] =>
  bindings.filter(({ id }) => !httpOnly.test(id)),
);

/** Labels that differ, by command. */
// biome-ignore format: one command, one row
const words: Readonly<Record<string, Partial<Pick<Binding, 'label' | 'help' | 'when'>>>> = {
  run: { help: 'Send the request at the cursor, or stop the running request.' },
  'schema.tick': { help: 'Add the operation, parameter or property to the text, or remove it.' },
  'schema.enter': { help: 'Open or close the row. On a parameter or property, edit its value. On a request, go to it in its file.' },
  endpoint: { help: 'Choose a server from the description or an environment of the profile, type another URL, or choose a profile.' },
  'schema.used': { help: 'List the operations whose parameters, body or responses use the schema of this row.' },
  'schema.search': { help: 'Search paths, names, summaries, descriptions, parameters and responses as you type.' },
  'schema.search-from': { label: 'search operations', help: 'Go to the tree and search it as you type.' },
  editor: { when: state => isEditable(state.focus) || 'Only Request and Variables can be edited.' },
  refresh: { label: 'refresh description', help: 'Load the description from the server again.' },
  'schema-file': { label: 'description from a file', help: 'Load the description from a file: OpenAPI or Swagger, JSON or YAML.' },
  'failed.retry': { help: 'Load the description from the server again.' },
  'failed.file': { label: 'open a description', help: 'Load the description from a file: OpenAPI or Swagger, JSON or YAML.' },
  'failed.without': { label: 'continue without a description' },
  'file.save': { help: 'Save the requests and their variables. Asks for a name the first time.' },
  'file.save-as': { help: 'Save the requests and their variables under another name.' },
  'file.open': { help: 'Open a .http file from this folder, the configured folder or recent files.' },
  'tab.new': { help: 'Open an empty tab on the same server, with separate variables, response, undo history and file.' },
  'variables.fill': {
    help: 'Add missing values for the {{names}} in the request at the cursor, from earlier responses, examples, defaults or types.' },
  'copy.apiclient': { help: 'Copy the request at the cursor as an apiclient command, with values for its {{names}} but without secrets.' },
  'copy.curl': { help: 'Copy the request at the cursor as a curl command, without secrets.' },
  'copy.fetch': { help: 'Copy the request at the cursor as JavaScript for browsers and Node.js, without secrets.' },
  'copy.http': {
    help: 'Copy the request at the cursor as an entry of a .http file, with values for its {{names}} and placeholders for secrets.' },
  'overlay.history.take': { help: 'Load its text into the editor, with the cursor in its request. Press u to undo.' },
  'overlay.history.run': { help: 'Load its text into the editor and send its request.' },
  undo: { help: 'Undo the last change, including ticks; or reopen the tab just closed.' },
  wider: { label: 'tree wider', help: 'Make the tree wider.' },
  narrower: { label: 'tree narrower', help: 'Make the tree narrower.' },
};

/** Pane names to replace in the labels of all other commands. */
const renamed = (text: string): string =>
  text
    .replace(/\bschema(?= pane)|(?<=go to )schema|(?<=pane )schema/, 'API')
    .replace(/\bquery(?= pane)|(?<=go to )query|(?<=pane )query/, 'request')
    .replace(/\bthe query\b/, 'the text')
    .replace(/\bQuery\b/, 'Request');

/** @param bindings the GraphQL bindings with the user's overrides */
export const httpKeys = memoizeWeak((bindings: readonly Binding[]): readonly Binding[] =>
  bindings
    .filter(({ id }) => !graphqlOnly.test(id))
    .map(binding => ({
      ...binding,
      label: renamed(binding.label),
      help: renamed(binding.help),
      ...words[binding.id],
    })),
);
