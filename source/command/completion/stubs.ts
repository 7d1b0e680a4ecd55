/**
 * Completion scripts that a shell loads. At each Tab they run `apiclient __complete SHELL …`. The first line of its output is
 * `words` or `files`. After `words`, each line is a candidate, followed by a space if the word ends there, and optionally by a
 * tab and its help. After `files` come the text before the file name and the beginning of the name; for bash also the open
 * quote, and the length of the part of the name that readline does not replace. The shell lists files and quotes their names.
 */

/** For bash 3.2 (macOS) and later, which has no compopt. The package bash-completion is not needed. */
const bash = `# bash completion for apiclient. Load it with: source <(apiclient completion bash)
_apiclient() {
  local program=\${1/#\\~\\//$HOME/} lines=() line file own=1 unfinished=1 i
  type -P "$program" >/dev/null || program=apiclient
  COMPREPLY=()
  while IFS= read -r line; do lines+=("$line"); done < <(
    command "$program" __complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null
  )
  if [[ \${lines[0]} != files ]]; then
    COMPREPLY=("\${lines[@]:1}")
    [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} != *' ' ]] && compopt -o nospace 2>/dev/null
    COMPREPLY=("\${COMPREPLY[@]% }")
    return
  fi
  # Readline quotes names of files and marks folders, unless a text stands in front of them.
  [[ -z \${lines[1]} && \${lines[4]} == 0 ]] && compopt -o filenames 2>/dev/null && own=
  while IFS= read -r line; do
    if [[ -z $own || ! -d $line ]]; then unfinished=; else line+=/; fi
    line=\${line:\${lines[4]}}
    case $own\${lines[3]} in
      1) printf -v file %q "$line" ;;
      "1'") file=\${line//\\'/\\'\\\\\\'\\'} ;;
      '1"')
        file=
        for ((i = 0; i < \${#line}; i++)); do
          [[ \${line:i:1} == [\\"\\$\\\`\\\\] ]] && file+=\\\\
          file+=\${line:i:1}
        done
        ;;
      *) file=$line ;;
    esac
    COMPREPLY+=("\${lines[1]}$file")
  done < <(compgen -f -- "\${lines[2]}")
  [[ -n $unfinished ]] && compopt -o nospace 2>/dev/null
}
complete -F _apiclient apiclient
`;

const zsh = `#compdef apiclient
# zsh completion for apiclient. Put it into a folder of fpath as _apiclient.
_apiclient() {
  local program=\${(Q)~words[1]} line
  local -a lines finished unfinished described
  local -i kept=0
  [[ -x $program ]] || (( $+commands[$program] )) || program=apiclient
  lines=("\${(@f)$(command $program __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  if [[ $lines[1] == files ]]; then
    # The text in front of the file's name, however it is quoted.
    while [[ \${(Q)PREFIX[1,kept]} != "$lines[2]" ]] && (( kept < $#PREFIX )); do (( kept += 1 )); done
    compset -p $kept
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    case $line in
      *$'\\t'*) described+=(\${line/ $'\\t'/:}) ;;
      *' ') finished+=(\${line% }) ;;
      *) unfinished+=($line) ;;
    esac
  done
  compadd -- $finished
  compadd -S '' -- $unfinished
  (( $#described )) && _describe -o option described
}
# Loaded from a file of fpath this is the completion itself; sourced, it has to say what it completes.
if [[ $funcstack[1] == _apiclient ]]; then _apiclient "$@"; else compdef _apiclient apiclient; fi
`;

const fish = `# fish completion for apiclient. Put it into ~/.config/fish/completions/apiclient.fish
function __apiclient_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    type -fq -- $program; or set program apiclient
    set -l typed (commandline -ct | string collect)
    set -l plain (string unescape -- "$typed" | string collect); or set plain "$typed"
    set -l lines (command $program __complete fish $words[2..-1] "$plain" 2>/dev/null </dev/null)
    if test "$lines[1]" != files
        printf '%s\\n' $lines[2..-1]
        return
    end
    for file in (__fish_complete_path "$lines[3]")
        echo -- "$lines[2]"(string split -f 1 \\t -- $file)
    end
end
complete -c apiclient -e
complete -c apiclient -f -a '(__apiclient_complete)'
`;

/** Scripts printed by `apiclient completion SHELL`, to be sourced or installed. */
export const completionStubs = { bash, zsh, fish } as const;
