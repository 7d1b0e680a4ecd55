/** Names that people bring from other programs, and from flags: the palette and the help find commands by them, too. */
import type { Binding } from '../model/state.js';

/** By the ID of a binding. */
const brought: Readonly<Record<string, readonly string[]>> = {
  run: ['send', 'execute', 'play', 'submit', 'stop', 'abort'],
  'query.format': ['prettify', 'beautify', 'pretty print', 'lint'],
  'variables.format': ['prettify', 'beautify', 'pretty print'],
  'variables.fill': ['autofill', 'autocomplete', 'generate', 'defaults'],
  'completion.ask': ['autocomplete', 'intellisense', 'suggest'],
  refresh: ['refetch', 'reload', 'introspection', 'introspect'],
  'schema-file': ['sdl', 'import schema'],
  'schema.fragment': ['merge fragments', 'inline', 'inline fragments', 'extract fragment', 'refactor'],
  'schema.used': ['usages', 'references', 'find usages'],
  'schema.type': ['definition', 'go to definition'],
  'schema.search': ['find', 'explorer'],
  'schema.docs': ['documentation', 'explorer', 'describe'],
  'query.docs': ['documentation', 'hover', 'describe'],
  'schema.tick-all': ['select all', 'expand all'],
  'schema.copy': ['clipboard', 'yank'],
  'response.copy': ['clipboard', 'yank'],
  'response.copy-all': ['clipboard', 'yank'],
  'copy.curl': ['export', 'code', 'snippet', 'clipboard'],
  'copy.fetch': ['export', 'code', 'snippet', 'clipboard'],
  'copy.apiclient': ['export', 'code', 'snippet', 'clipboard'],
  'copy.http': ['export', 'code', 'snippet', 'clipboard'],
  'copy.picks': ['export', 'clipboard'],
  endpoint: ['disconnect', 'connect', 'server', 'url', 'switch profile'],
  environment: ['environment', 'environments', 'stage', 'staging', 'production', 'switch environment'],
  'profile.write': ['environment', 'environments', 'settings', 'preferences', 'config'],
  'file.open': ['collection', 'collections', 'workspace', 'load', 'import', 'saved'],
  'file.save': ['collection', 'write', 'store'],
  'file.save-as': ['collection', 'export', 'rename file'],
  history: ['recent', 'previous runs', 'log'],
  operations: ['outline', 'queries', 'mutations'],
  identity: ['authorization', 'authentication', 'token', 'cookies', 'login', 'log out', 'credentials'],
  'identity.new-header': ['http header', 'custom header'],
  'identity.bearer': ['token', 'jwt', 'authorization'],
  'identity.oauth': ['sign in', 'sso', 'authorize'],
  'run.ways': ['transport', 'protocol', 'websocket', 'upload', 'file', 'persisted', 'settings'],
  'response.pipe': ['jq', 'jsonpath', 'grep', 'transform'],
  'response.use': ['capture', 'extract', 'chain', 'set variable', 'use as token', 'use as variable', 'template'],
  values: ['variables', 'placeholders', 'template', 'captured', 'environment variables'],
  'response.save': ['download', 'export response'],
  'response.pager': ['less', 'full screen'],
  'response.table': ['grid', 'columns', 'csv'],
  'response.find': ['find', 'grep'],
  'find.open': ['replace', 'grep'],
  editor: ['vim', 'emacs', 'external editor'],
  theme: ['theme', 'colors', 'colours', 'dark mode', 'light mode', 'appearance'],
  help: ['shortcuts', 'hotkeys', 'keybindings', 'cheat sheet', 'manual'],
  'tab.new': ['duplicate', 'new document'],
  quit: ['exit', 'close program', 'leave'],
  taller: ['height', 'resize', 'layout'],
  shorter: ['height', 'resize', 'layout'],
  wider: ['width', 'resize', 'layout'],
  zoom: ['maximize', 'full screen'],
};

/** Every ID with such names. */
export const idsWithNames: readonly string[] = Object.keys(brought);

/** The other names of a command: its ID, and what it is called elsewhere. */
export const otherNames = ({ id }: Binding): readonly string[] => [id, ...(brought[id] ?? [])];
