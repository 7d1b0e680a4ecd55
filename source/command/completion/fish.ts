/** The completion script for fish: one `complete` line for each flag of the table. */
import { commandNames, usualMethods } from '../first-word.js';
import { type Flag, flagTable } from '../flags.js';
import { flowWords, spellings, takesNextWord, valueKind, wordsAfter } from './model.js';

/** Text inside `'…'` of fish, where only `\` and `'` mean something. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const candidates = {
  file: `'(__apiclient_file)'`,
  '@file': `'(__apiclient_file "@")'`,
  'name@file': `'(__apiclient_file "@" name)'`,
  'name=@file': `'(__apiclient_file "=@")'`,
  secret: `'(__apiclient_secret "")'`,
  'name=secret': `'(__apiclient_secret "=")'`,
  pick: `'(__apiclient_pick)'`,
} as const;

function line(flag: Flag): string {
  const kind = valueKind(flag);
  const where = flag.commands.map(command => (command === 'screen' ? 'none' : command)).join(' ');
  const parts = [`complete -c apiclient -n '__apiclient_in ${where}'`];
  if (flag.short) parts.push(`-s ${flag.short}`);
  parts.push(`-l ${flag.on ? 'no-' : ''}${flag.name}`);
  if (flag.optional) parts.push('-f');
  else if (flag.value !== undefined) parts.push('-x');
  if (kind === 'choices') parts.push(`-a ${quoted((flag.choices ?? []).join(' '))}`);
  else if (kind === 'flow') parts.push(`-a ${quoted(flowWords.join(' '))}`);
  else if (kind !== 'none') parts.push(`-a ${candidates[kind]}`);
  parts.push(`-d ${quoted(flag.help)}`);
  return parts.join(' ');
}

/** The whole script, for fish's completions folder. */
export function fishScript(): string {
  const valued = flagTable.filter(takesNextWord).flatMap(spellings);
  const after = Object.entries(wordsAfter).map(
    ([name, words]) =>
      `complete -c apiclient -n '__apiclient_in ${name}; and test (__apiclient_count) = 1' -a ${quoted(words.join(' '))}`,
  );
  return `# fish completion for apiclient, made from its flag table. Put it into ~/.config/fish/completions/apiclient.fish

# Prints the words before the cursor that are neither flags nor their values.
function __apiclient_plain
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${valued.join(' ')}
                set skip 1
            case '-?*'
            case '*'
                echo -- $word
        end
    end
end

function __apiclient_count
    count (__apiclient_plain)
end

# True if the command of the line is one of the arguments; "none" is a line without a word yet.
function __apiclient_in
    set -l plain (__apiclient_plain)
    set -l command none
    if set -q plain[1]
        set command request
        contains -- $plain[1] ${commandNames.join(' ')}; and set command $plain[1]
    end
    contains -- $command $argv
end

# The value at the cursor as the program would see it, without the flag that may stand in the same word: fish puts a
# long one's name and a letter back in front of each candidate.
function __apiclient_value
    set -l typed (commandline -ct)
    set -l plain (string unescape -- "$typed"); or set plain "$typed"
    string replace -r -- '^(--[^=]*=|-[A-Za-z0-9])' '' "$plain"
end

# Prints the files that begin with $argv[2], each after $argv[1].
function __apiclient_files
    set -l before $argv[1]
    for file in (__fish_complete_path $argv[2])
        echo -- "$before"(string split -f 1 \\t -- $file)
    end
end

# Completes a file; after the first "@" or "=@" if that is given.
function __apiclient_file
    set -l value (__apiclient_value)
    set -q argv[1]; or begin
        __apiclient_files "" $value
        return
    end
    set -l parts (string split -m 1 -- $argv[1] $value)
    set -q parts[2]; or return
    # Text before an @ is a name where a name may stand there, and else the text that is sent.
    if test $argv[1] = "@" -a -n "$parts[1]"
        set -q argv[2]; or return
        string match -q -- "*=*" $parts[1]; and return
    end
    __apiclient_files "$parts[1]$argv[1]" $parts[2]
end

# Completes env:NAME and file:PATH, after the first "=" if there is one to come.
function __apiclient_secret
    set -l value (__apiclient_value)
    set -l before ""
    if test -n "$argv[1]"
        set -l parts (string split -m 1 -- = $value)
        set -q parts[2]; or return
        set before "$parts[1]="
        set value $parts[2]
    end
    switch $value
        case 'file:*'
            __apiclient_files "$before"file: (string replace file: '' -- $value)
        case 'env:*'
            for name in (set -nx)
                echo -- "$before"env:$name
            end
        case '*'
            echo -- "$before"env:
            echo -- "$before"file:
    end
end

# Paths of the kept schema: the program is asked, with the words so far.
function __apiclient_pick
    set -l words (commandline -opc)
    APICLIENT_COMPLETE_PICK=(__apiclient_value | string collect) command $words 2>/dev/null </dev/null
end

# True where a URL is expected and a profile has been begun.
function __apiclient_at_profile
    string match -q -- '@*' (commandline -ct); or return
    if __apiclient_in none
        return 0
    end
    __apiclient_in request graphql; and test (__apiclient_count) = 1
end

complete -c apiclient -e
complete -c apiclient -f
complete -c apiclient -n '__apiclient_in none' -a ${quoted(usualMethods.join(' '))} -d 'HTTP request'
complete -c apiclient -n '__apiclient_in none' -a ${quoted(commandNames.join(' '))} -d 'command'
complete -c apiclient -n __apiclient_at_profile -a '(apiclient profiles 2>/dev/null | string split -f 1 \\t)' -d profile
${after.join('\n')}
complete -c apiclient -n '__apiclient_in run' -F
${flagTable.map(line).join('\n')}
`;
}
