/**
 * The completion script for bash, from version 3.2 on (macOS). Bash cuts the line at COMP_WORDBREAKS, so `--pretty=a`,
 * `@file` and `flow:` arrive in pieces: the script joins them, and gives back only what readline is about to replace.
 */
import { commandNames } from '../first-word.js';
import { flagTable } from '../flags.js';
import {
  commands,
  firstWords,
  flagsOf,
  flowWords,
  offered,
  spellings,
  switchLetters,
  takesNextWord,
  valueKind,
  valueLetters,
  wordsAfter,
} from './model.js';

/** The whole script, with no need of the bash-completion package. */
export function bashScript(): string {
  const valued = flagTable.filter(flag => flag.value !== undefined);
  const kinds = valued.map(flag => {
    const kind = flag.choices ? `'choices ${flag.choices.join(' ')}'` : `'${valueKind(flag)}'`;
    const next = takesNextWord(flag) ? 1 : '';
    return `    ${spellings(flag).join('|')}) kind=${kind} next=${next} ;;`;
  });
  const flagCases = commands.map(
    command => `    ${command}) words='${flagsOf(command).flatMap(offered).join(' ')}' ;;`,
  );
  const wordCases = Object.entries(wordsAfter).map(
    ([name, words]) => `    ${name}) [[ $count == 0 ]] && words='${words.join(' ')}' ;;`,
  );
  return `# bash completion for apiclient, made from its flag table. Load it with: source <(apiclient completion bash)

# kind: what completes the value of flag $1; next: set if the value is the next word.
_apiclient_kind() {
  kind= next=
  case $1 in
${kinds.join('\n')}
  esac
}

# Sets line_words to the words up to the cursor, as they were before COMP_WORDBREAKS cut them.
_apiclient_join() {
  local rest=\${COMP_LINE:0:COMP_POINT} i word
  line_words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $i == 0 || $rest == [[:space:]]* ]]; then
      rest=\${rest#"\${rest%%[![:space:]]*}"}
      line_words+=('')
    fi
    [[ \${#word} -gt \${#rest} ]] && word=$rest
    rest=\${rest#"$word"}
    line_words[\${#line_words[@]}-1]+=$word
  done
}

# Adds the files that begin with $1, each after the text $2. Readline quotes names of files, unless they stand after a text.
_apiclient_files() {
  local file only_folders=1
  if [[ -n $2 ]] || ! type compopt >/dev/null 2>&1; then unquoted=1; else compopt -o filenames; fi
  while IFS= read -r file; do
    # Nor does it mark those as folders.
    if [[ -d $file && -n $unquoted ]]; then file+=/; else only_folders=; fi
    COMPREPLY+=("$2$file")
  done < <(compgen -f -- "$1")
  [[ -n $only_folders ]] && _apiclient_nospace
}

# Sets word to the text $1 as it is written within the quotes that are open.
_apiclient_quote() {
  local i
  case $open_quote in
    '') printf -v word %q "$1" ;;
    "'") word=\${1//\\'/\\'\\\\\\'\\'} ;;
    *)
      word=
      for ((i = 0; i < \${#1}; i++)); do
        [[ \${1:i:1} == [\\"\\$\\\`\\\\] ]] && word+=\\\\
        word+=\${1:i:1}
      done
      ;;
  esac
}

# Adds those of the words $3… that begin with $1, each after the text $2.
_apiclient_words() {
  local start=$1 before=$2 word
  shift 2
  for word; do
    [[ $word == "$start"* ]] && COMPREPLY+=("$before$word")
  done
}

# Adds the profiles that begin with $1; a path may follow.
_apiclient_profiles() {
  local name rest
  while IFS=$'\\t' read -r name rest; do
    [[ $name == "$1"* ]] && COMPREPLY+=("$name")
  done < <(apiclient profiles 2>/dev/null)
  _apiclient_nospace
}

_apiclient_nospace() {
  type compopt >/dev/null 2>&1 && compopt -o nospace
}

# Adds the paths of the kept schema that begin with $1, each after the text $2. The program is asked, with the words so far.
_apiclient_picks() {
  local word words=() only
  for word in "\${line_words[@]:1:\${#line_words[@]}-2}"; do
    word=\${word//\\\\/}
    word=\${word//\\"/}
    word=\${word//\\'/}
    words+=("$word")
  done
  while IFS= read -r word; do
    [[ -z $open_quote ]] && printf -v word %q "$word"
    COMPREPLY+=("$2$word")
  done < <(APICLIENT_COMPLETE_PICK=$1 command "\${COMP_WORDS[0]}" "\${words[@]}" 2>/dev/null </dev/null)
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *. ]] || return
  _apiclient_nospace
  # Readline closes the quote behind an only match; what can follow it keeps it open.
  only=\${COMPREPLY[0]#"$2"}
  [[ -n $open_quote && $only != "$1" ]] && _apiclient_picks "$only" "$2"
}

# Completes the value $1 of a flag of the kind $2; $3 is what stands before it in the word.
_apiclient_value() {
  local value=$1 before=$3
  case $2 in
    file) _apiclient_files "$value" "$before" ;;
    @file) [[ $value == @* ]] && _apiclient_files "\${value#@}" "$before@" ;;
    name@file) [[ $value == *@* && $value != *=*@* ]] && _apiclient_files "\${value#*@}" "$before\${value%%@*}@" ;;
    name=@file) [[ $value == *=@* ]] && _apiclient_files "\${value#*=@}" "$before\${value%%=@*}=@" ;;
    name=secret) [[ $value == *=* ]] && _apiclient_value "\${value#*=}" secret "$before\${value%%=*}=" ;;
    secret)
      case $value in
        file:*) _apiclient_files "\${value#file:}" "\${before}file:" ;;
        env:*) _apiclient_words "\${value#env:}" "\${before}env:" $(compgen -e) ;;
        *)
          _apiclient_words "$value" "$before" env: file:
          _apiclient_nospace
          ;;
      esac
      ;;
    flow)
      _apiclient_words "$value" "$before" ${flowWords.join(' ')}
      _apiclient_nospace
      ;;
    pick) _apiclient_picks "$value" "$before" ;;
    choices*) _apiclient_words "$value" "$before" \${2#choices } ;;
  esac
}

_apiclient() {
  local line_words cur kind next command= count=0 expect= i words before breaks cut open_quote= unquoted= word
  COMPREPLY=()
  _apiclient_join
  cur=\${line_words[\${#line_words[@]}-1]}
  # Readline replaces what follows an open quote; without one, what follows the last break.
  before=
  case $cur in
    [\\"\\']*) open_quote=\${cur%"\${cur#?}"} cur=\${cur#?} ;;
    *)
      breaks=\${COMP_WORDBREAKS//[!@=:]/}
      [[ -n $breaks ]] && before=\${cur%"\${cur##*[$breaks]}"}
      # An @ is a break that stays part of what is replaced (rl_special_prefixes).
      before=\${before%@}
      cur=\${cur//\\\\/}
      before=\${before//\\\\/}
      ;;
  esac

  for ((i = 1; i < \${#line_words[@]} - 1; i++)); do
    if [[ -n $expect ]]; then
      expect=
      continue
    fi
    case \${line_words[i]} in
      --*=*) ;;
      --*)
        _apiclient_kind "\${line_words[i]}"
        [[ -n $next ]] && expect=$kind
        ;;
      -?*)
        if [[ \${line_words[i]} =~ ^-[${switchLetters}]*([${valueLetters}])$ ]]; then
          _apiclient_kind "-\${BASH_REMATCH[1]}"
          expect=$kind
        fi
        ;;
      *)
        if [[ -z $command ]]; then
          case \${line_words[i]} in
            ${commandNames.join('|')}) command=\${line_words[i]} ;;
            *) command=request ;;
          esac
        else
          count=$((count + 1))
        fi
        ;;
    esac
  done

  words=
  if [[ -n $expect ]]; then
    _apiclient_value "$cur" "$expect" ''
  elif [[ $cur == --*=* ]]; then
    _apiclient_kind "\${cur%%=*}"
    _apiclient_value "\${cur#*=}" "$kind" "\${cur%%=*}="
  elif [[ $cur =~ ^-[${switchLetters}]*([${valueLetters}])(.+)$ ]]; then
    kind=\${BASH_REMATCH[1]} cut=\${BASH_REMATCH[2]}
    _apiclient_kind "-$kind"
    _apiclient_value "$cut" "$kind" "\${cur%"$cut"}"
  elif [[ $cur == -* ]]; then
    case \${command:-request} in
${flagCases.join('\n')}
    esac
  elif [[ $cur == @* && $count == 0 && \${command:-request} =~ ^(request|graphql)$ ]]; then
    _apiclient_profiles "$cur"
  elif [[ -z $command ]]; then
    words='${firstWords.join(' ')}'
  else
    case $command in
${wordCases.join('\n')}
    run) _apiclient_files "$cur" '' ;;
    esac
  fi
  [[ -n $words ]] && _apiclient_words "$cur" '' $words

  for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do
    word=\${COMPREPLY[i]#"$before"}
    [[ -n $unquoted ]] && _apiclient_quote "$word"
    COMPREPLY[i]=$word
  done
}

complete -F _apiclient apiclient
`;
}
