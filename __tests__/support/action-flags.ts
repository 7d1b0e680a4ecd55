/** Flag equivalents of the full screen's actions: the table in `source/tui/readme.md`, generated from the key table. */
import { keyTable } from '../../source/tui/app/key-table.js';
import { keysLabel } from '../../source/tui/components/key-labels.js';

/** Actions by ID, with the equivalent flags, or the reason why there is no flag. */
export const rules: readonly (readonly [ids: RegExp, flag: string])[] = [
  [/^run$/, '`--query`; `--get`, `--every SECONDS`, `--paginate`'],
  [/^run\.all$/, '`apiclient run FILE.http`'],
  [/^run\.unread$/, '`--no-validate`, with `--operation NAME` if there are several operations'],
  [/^network$/, '`--timeout`, `--proxy`, `--cacert`, `--cert`, `--insecure`'],
  [/^interrupt$/, 'Ctrl-C, in every mode'],
  [/^schema\.changed$/, '`--diff-schema OLD`'],
  [/^(?:help|palette|palette\.colon)$/, '`--help`, `apiclient help TOPIC`'],
  [/^refresh$|^failed\.retry$/, '`--refresh-schema`; `--diff-schema cached` reports the changes'],
  [/^(?:endpoint|failed\.other|connect\.accept)$/, 'the URL'],
  [/^environment$/, '`@profile:NAME`, `--env NAME`'],
  [/^server$/, '`apiclient openapi SERVER --schema FILE|URL`'],
  [/^failed\.without$/, '`--query`, which needs no schema; `--no-validate`'],
  [/^(?:schema-file|failed\.file)$/, '`--schema FILE`'],
  [
    /^(?:identity|identity\.new-header)$/,
    '`-H`, `--persisted`, `--document-id`, `--extensions`, `--connection-params`',
  ],
  [/^identity\.bearer$/, '`-B`'],
  [/^identity\.oauth$/, '`--oauth2`'],
  [/^session(?:\.leave)?$/, '`--session`, `--session-read-only`; `apiclient sessions`'],
  [/^identity\.described$/, '`apiclient openapi URL --describe OPERATION` names the flags'],
  [/^copy\.curl$/, '`--curl`, `--print-code curl`'],
  [/^copy\.fetch$/, '`--print-code fetch`'],
  [/^copy\.http$/, '`--print-code http`'],
  [/^file\.open$/, '`--query @FILE`, `--variables @FILE`'],
  [/^operations$/, '`--operation NAME`'],
  [
    /^schema\.(?:tick|tick-all|tick-depth|alias|add|cycle|variable|enter|fragment|required)$/,
    '`--pick PATH`, with arguments, aliases, `*` and `**2`',
  ],
  [/^schema\.(?:search|search-from)$|^search\.take$/, '`--find WORDS`'],
  [/^schema\.ways$/, '`--from NAME --to NAME`'],
  [/^(?:schema|query|variables)\.docs$|^schema\.type$/, '`--describe NAME`'],
  [
    /^(?:query|variables)\.(?:problems|next-problem|previous-problem)$/,
    '`--validate FILE`; a `--query` is validated before it is sent',
  ],
  [/^variables\.fill$/, 'items: `name=text`, `name:=json`'],
  [/^response\.filter$/, '`--filter JSONPATH`'],
  [/^response\.pager$/, '`--pager`'],
  [/^response\.compare$/, '`--diff OTHER`'],
  [/^response\.use$|^values$/, '`# @capture name = target` and `{{name}}` in files for `apiclient run`'],
  [/^response\.message$/, '`apiclient ws URL` sends the lines of standard input'],
  [/^response\.save$/, '`-o FILE`'],
  [/^response\.(?:next-tab|previous-tab)$/, '`-i`, `-v`, `--timing`, `--meta FILE`'],
  [
    /^response\.(?:pipe|find|table|sort|sort-then|widen|earlier|later|next|previous)$|^response\.find\./,
    'no flag: a pipe to `jq`, `grep` or `sort`',
  ],
  [
    /^(?:schema|response|query|variables)\.copy(?:-all|-path)?$|^copy\.(?:apiclient|picks)$/,
    'no flag: printed output can be copied',
  ],
  [
    /^response\.(?:pause|turn|clear|next-event|previous-event)$/,
    'no flag: events are lines for the reader of the pipe',
  ],
  [
    /^response\.(?:next-error|previous-error)$/,
    'no flag: each error is a line on standard error, with its path and position',
  ],
  [
    /^(?:query|variables)\.format$/,
    'no flag: a query is sent as typed; `--print-query` prints the query that `--pick` builds',
  ],
  [/^schema\.(?:clear|directive|remove)$|^operations\.new$/, 'no flag: the user edits the text of `--query`'],
  [
    /^schema\.(?:used|problems|only-ticked|deprecated|grouping)$/,
    'no flag: a view of the tree; `--find` and `--print-schema` print the same information',
  ],
  [/^run\.ways$/, '`--upload`, `--get`, `--subscription-protocol`, `--persisted`'],
  [/^profile\.write$/, 'no flag: the user edits the configuration file; `apiclient profiles` lists the profiles'],
  [/^history$/, '`apiclient history --find WORDS`, `apiclient again N`'],
  [
    /^file\.(?:save|save-as)$|^editor(?:\.letter|\.vim)?$|^(?:undo|redo)$|^(?:query|variables)\.(?:edit|done|leave|occurrence|rename|definition|comment|arguments)$|^find\.|^completion\./,
    'no flag: only a screen has a text editor',
  ],
  [/^tab\./, 'no flag: run the program again'],
  [/^theme$/, '`--theme`'],
  [
    /^(?:suspend|redraw|escape|quit|zoom|wider|narrower|taller|shorter)$|^focus\.|^overlay\./,
    'no flag: only a screen needs it',
  ],
  [
    /^(?:query|variables)\.(?:fold|fold-all|wrap|line)$|^response\.(?:enter|close|open|close-all|open-all|leave|line-end|line-start)$|^schema\.(?:open|close|open-all|close-all|back|next|previous|next-operation|previous-operation|leave-search)$|^search\.|^connect\.|\.(?:down|up|left|right|first|last|half-down|half-up|page-down|page-up|text-start|text-end)$/,
    'no flag: moving and folding on the screen',
  ],
];

/** The rule that applies to an action. */
export const ruleFor = (id: string): string | undefined => rules.find(([ids]) => ids.test(id))?.[1];

/** One row for each equivalent, with its actions. */
export function actionBlock(): string {
  const rows = rules.map(([, flag]) => {
    const actions = keyTable.filter(({ id }) => ruleFor(id) === flag);
    const names = actions.map(({ id, keys }) => {
      const typed = keys.length === 0 ? '' : ` ${keysLabel(keys.slice(0, 1))}`;
      return `\`${id}\`${typed.replaceAll('|', '\\|')}`;
    });
    return `| ${flag} | ${names.join(', ')} |`;
  });
  return ['| flag | actions, with their first keys |', '| --- | --- |', ...rows].join('\n');
}
