/** The key table of HTTP documents: the GraphQL table without GraphQL-only commands, with labels that refer to requests. */
import type { Binding, State } from '../model/state.js';
import { isEditable } from '../text/pane.js';

/** Commands for fields, arguments, operations and events, and for lists of them. */
const graphqlOnly =
  /^(?:schema\.(?:tick-all|tick-depth|clear|variable|cycle|add|remove|alias|directive|fragment|type|only-ticked|deprecated|changed|copy)|run\.(?:ways|unread)|copy\.picks|query\.(?:docs|format)|variables\.docs|operations.*|overlay\.operations\..*|response\.(?:pause|turn|clear|next-event|previous-event))$/;

/** Commands for several requests, and for descriptions. */
const httpOnly = /^(?:run\.all|schema\.grouping|server|(?:overlay\.)?identity\.described)$/;

/** The key table of GraphQL documents. */
export const graphqlKeys = (bindings: readonly Binding[]): readonly Binding[] =>
  bindings.filter(({ id }) => !httpOnly.test(id));

/** Letters typed before the description is loaded are searched for afterwards. */
const isSearchable = ({ connect: { phase }, schema }: State): true | string =>
  schema.rows.length > 0 || phase === 'loading' || 'There is nothing to search yet.';

/** Labels that differ, by command. */
const words: Readonly<Record<string, Partial<Pick<Binding, 'label' | 'help' | 'when'>>>> = {
  run: { help: 'Send the request the cursor is in; while one runs: stop it.' },
  'schema.tick': {
    help: 'Write the request of the operation into the text, or put the parameter or property into it; again takes it out.',
  },
  'schema.enter': {
    help: 'Open or close the row; on a parameter or property: edit its value; on a request: go to it, in its file.',
  },
  endpoint: {
    help: 'The servers of the description, if it offers a choice, else another environment of the profile; from there, and without both: type another URL, or choose a profile.',
  },
  'schema.used': { help: 'Every operation whose parameters, body or responses have the schema of this row.' },
  'schema.search': {
    help: 'Search paths, names, summaries and descriptions as you type, and what operations take and give.',
    when: isSearchable,
  },
  'schema.search-from': {
    label: 'search the operations',
    help: 'Go to the tree and search in it as you type.',
    when: isSearchable,
  },
  editor: { when: state => isEditable(state.focus) || 'Only Request and Variables are texts to edit.' },
  refresh: { label: 'refresh description', help: 'Ask the server for its description again.' },
  'schema-file': {
    label: 'description from a file',
    help: 'Take the description from a file: OpenAPI or Swagger, JSON or YAML.',
  },
  'failed.retry': { help: 'Ask the server for its description again.' },
  'failed.file': {
    label: 'open a description',
    help: 'Take the description from a file: OpenAPI or Swagger, JSON or YAML.',
  },
  'failed.without': { label: 'continue without a description' },
  'file.save': { help: 'Save the requests and their variables to files; asks for a name first.' },
  'file.save-as': { help: 'Save the requests and their variables to files of another name.' },
  'file.open': { help: 'Saved .http files, of this folder, of the configured one, and recent ones.' },
  'tab.new': {
    help: 'Open another tab: an empty text on the same server, with variables, response, undo and file of its own.',
  },
  'variables.fill': {
    help: 'Add a value for each {{name}} of the request at the cursor that has none: the example or default of its parameter, or one that fits.',
  },
  'copy.apiclient': {
    help: 'The request at the cursor as a command for this program: values in the place of its {{names}}, no secrets.',
  },
  'copy.curl': { help: 'Copy the request at the cursor as a command for curl, without its secrets.' },
  'copy.fetch': { help: 'The request at the cursor as code for browsers and Node.js, without its secrets.' },
  'copy.http': {
    help: 'The request at the cursor as an entry of a .http file: values in the place of its {{names}}, names in the place of its secrets.',
  },
  'overlay.history.take': { help: 'Put its text into the editor, the cursor in its request; u undoes that.' },
  'overlay.history.run': { help: 'Put its text into the editor and send its request.' },
  undo: {
    help: 'Undo the last change of the text, ticks included (in Variables: of the variables); bring back the tab just closed.',
  },
  wider: { label: 'tree wider', help: 'More room for the tree.' },
  narrower: { label: 'tree narrower', help: 'Less room for the tree.' },
};

/** Pane names to replace in the labels of all other commands. */
const renamed = (text: string): string =>
  text
    .replace(/\bschema(?= pane)|(?<=go to )schema|(?<=pane )schema/, 'API')
    .replace(/\bquery(?= pane)|(?<=go to )query|(?<=pane )query/, 'request')
    .replace(/\bthe query\b/, 'the text')
    .replace(/\bQuery\b/, 'Request');

/** @param bindings the GraphQL bindings with the user's overrides */
export const httpKeys = (bindings: readonly Binding[]): readonly Binding[] =>
  bindings
    .filter(({ id }) => !graphqlOnly.test(id))
    .map(binding => ({
      ...binding,
      label: renamed(binding.label),
      help: renamed(binding.help),
      ...words[binding.id],
    }));
