/** The completion script for zsh: one `_arguments` call for each command, its specifications made from the flag table. */
import { commandNames } from '../first-word.js';
import { type Flag, flagTable } from '../flags.js';
import {
  commands,
  firstWords,
  flagsOf,
  flowWords,
  offered,
  spellings,
  takesNextWord,
  valueKind,
  wordsAfter,
} from './model.js';

/** Text inside `'…'`. */
const quoted = (text: string): string => text.replace(/'/g, `'\\''`);

/** Text inside `[…]` of a specification. */
const described = (text: string): string => quoted(text.replace(/[\\[\]:]/g, '\\$&'));

const actions = {
  file: '_files',
  '@file': '_apiclient_at_file',
  'name@file': '_apiclient_name_or_file',
  'name=@file': '_apiclient_name_at_file',
  secret: '_apiclient_secret',
  'name=secret': '_apiclient_name_secret',
  flow: '_apiclient_flow',
  pick: '_apiclient_pick',
  none: ' ',
} as const;

/** `'(-u --auth)'{-u+,--auth=}'[help]:USER\:PASS:_apiclient_secret'` */
function specification(flag: Flag): string {
  const value = flag.value === undefined ? '' : valueSpecification(flag);
  const names = offered(flag).map(name => {
    if (flag.value === undefined) return name;
    if (flag.optional) return `${name}=-`;
    return name.startsWith('--') ? `${name}=` : `${name}+`;
  });
  // Without `*` a flag is offered once; the names that exclude each other are the two forms of one flag.
  const many = flag.repeat === 'collect';
  const guard = many ? `'*'` : `'(${spellings(flag).join(' ')})'`;
  const name = names.length > 1 ? `{${names.join(',')}}` : `'${names[0]}'`;
  return `${guard}${name}'[${described(flag.help)}]${value}'`;
}

function valueSpecification(flag: Flag): string {
  const kind = valueKind(flag);
  const action = kind === 'choices' ? `(${flag.choices?.join(' ')})` : actions[kind];
  return `:${quoted((flag.value ?? '').replace(/[\\:]/g, '\\$&'))}:${action}`;
}

/** The whole script, for a folder of `fpath`. */
export function zshScript(): string {
  const lists = commands.map(
    command =>
      `    ${command}) specs=(\n${flagsOf(command)
        .map(flag => `      ${specification(flag)}`)
        .join('\n')}\n    ) ;;`,
  );
  const valued = flagTable.filter(takesNextWord).flatMap(spellings);
  const words = Object.entries(wordsAfter).map(
    ([name, list]) => `    ${name}) specs+=('2:action:(${list.join(' ')})') ;;`,
  );
  return `#compdef apiclient
# zsh completion for apiclient, made from its flag table. Put it into a folder of fpath as _apiclient.

# Says what is expected; not beside flags, because a message keeps zsh from inserting the only match.
_apiclient_text() {
  [[ $PREFIX == -* ]] || _message "$1"
}

_apiclient_url() {
  if [[ $PREFIX == @* ]]; then
    compadd -S '' -- \${\${(f)"$(apiclient profiles 2>/dev/null)"}%%$'\\t'*}
  else
    _apiclient_text URL
  fi
}

_apiclient_first() {
  if [[ $PREFIX == @* ]]; then _apiclient_url; else compadd -- ${firstWords.join(' ')}; fi
}

_apiclient_at_file() {
  if compset -P '@'; then _files; else _message 'text, or @ and a file'; fi
}

_apiclient_name_or_file() {
  if [[ $PREFIX != *=*@* ]] && compset -P '*@'; then _files; else _message 'name=text or name@file'; fi
}

_apiclient_name_at_file() {
  if compset -P '*=@'; then _files; else _message 'name=text or name=@file'; fi
}

_apiclient_secret() {
  if compset -P 'file:'; then
    _files
  elif compset -P 'env:'; then
    _parameters -g '*export*'
  else
    compadd -S '' -- env: file:
  fi
}

_apiclient_name_secret() {
  if compset -P '*='; then _apiclient_secret; else _message 'name=value'; fi
}

_apiclient_flow() {
  compadd -S '' -- ${flowWords.join(' ')}
}

# Paths of the kept schema: the program is asked, with the words so far.
_apiclient_pick() {
  local -a found
  found=("\${(@f)$(APICLIENT_COMPLETE_PICK=\${(Q)PREFIX} command "\${words[1]}" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null </dev/null)}")
  compadd -S '' -- \${(M)found:#*.}
  compadd -- \${\${found:#*.}:#}
}

_apiclient() {
  local command= word skip= i
  local -a specs
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $skip ]]; then
      skip=
      continue
    fi
    case $word in
      ${valued.join('|')}) skip=1 ;;
      -?*) ;;
      *)
        command=$word
        break
        ;;
    esac
  done
  case $command in
    ${commandNames.join('|')}) ;;
    *) command=request ;;
  esac
  case $command in
${lists.join('\n')}
  esac
  specs+=('1:method or command:_apiclient_first')
  case $command in
${words.join('\n')}
    request) specs+=('2:URL:_apiclient_url' '*:item:{_apiclient_text item}') ;;
    graphql) specs+=('2:URL:_apiclient_url' '*:variable:{_apiclient_text variable}') ;;
    run) specs+=('*:file of requests:_files') ;;
  esac
  _arguments -s -S : $specs
}

# Loaded from a file of fpath this is the completion itself; sourced, it has to say what it completes.
if [[ \${funcstack[1]} == _apiclient ]]; then
  _apiclient "$@"
else
  compdef _apiclient apiclient
fi
`;
}
