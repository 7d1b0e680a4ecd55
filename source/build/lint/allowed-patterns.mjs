/**
 * Regular expressions that `patterns.mjs` reports, with the reason why each is accepted. An expression built at run time is
 * listed by its code.
 */
const ownFiles = 'reads only files of this repository and of its packages';
const typed = 'reads only a line that the user types on a command line or in a prompt';
const atMost200 = 'reads at most 200 characters';
const atMost1000 = 'reads at most 1,000 characters';
const ownText = 'reads only text of this program';
const constants = 'is built from constants, without a repetition that can backtrack';
const limited = 'comes from the user or a document, and runs within the limit of `core/time-limit.ts`';

export const allowedPatterns = [
  [
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:(?:\\.|[^"\\\n]){0,5000}"|(?:\\.|[^"\\\n]){5000,}"?)|'(?:(?:\\.|[^'\\\n]){0,5000}'|(?:\\.|[^'\\\n]){5000,}'?)|`(?:(?:\\.|[^`\\]){0,5000}`|(?:\\.|[^`\\]){5000,}`?)|(?<=[(,=:]\s?)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,1000}\]|[^/\\\n[]){1,1000}\/\w*|[\s\S]/g,
    'reads at most 5,000 characters again for each position',
  ],
  [/\[([^\]]*)\]|'([^']*)'|YYYY|YY|yyyy|yy|M{1,4}|DD?|d{1,4}|HH?|hh?|mm?|ss?|SSS|fff|tt|A|a|ZZ?|zzz/g, atMost200],
  [
    "new RegExp(`^${source.replaceAll('STRING', `(${string})`).replaceAll('PATH', `(${path})`)}$`, 's')",
    'reads at most 300 characters, or finds the only body of a call',
  ],
  [/(?:^|[=(,:[!&|?{};>]|\b(?:return|case|typeof|void|yield|await|in|of|do|else))\s*\/(?![*/])|RegExp\(/m, ownFiles],
  [/\s*\n\s*/g, ownFiles],
  [/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/([^\n]*)/g, ownFiles],
  [/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g, ownFiles],
  [/[/\\]source[/\\]manual[/\\].+\.md$/, ownFiles],
  [/\{(.*)\}$/, ownFiles],
  [/\s+as\s+/, ownFiles],
  [/(?<=^|[;\n}])import\s?([^'"();]+?)\s?from\s?"([^"]+)";/g, ownFiles],
  [/export\s?\{([^}]*)\};?\s*$/, ownFiles],
  [/^Name: (.+)\nVersion: (.+)\nLicense: (.+)$/gm, ownFiles],
  [/(import_\w+) ?= ?__toESM\(require\("((?:node:)?[\w/]+)"\)(?:, ?1)?\)/g, ownFiles],
  [/(import_\w+) ?= ?require\("(node:[\w/]+)"\)/g, ownFiles],
  [/([a-z\d-]+)\.md(?:#.*)?$/, ownFiles],
  [/^\s+at .*?\(?(?:[^()\n]*[\\/])?([\w.-]+:\d+:\d+)\)?$/m, 'reads at most ten frames of a stack, after the message'],
  [/\/\/.*@/s, "reads only an origin in the user's own configuration"],
  [/^[ \t]*macdef[^\n]*\n(?:[^\n]+(?:\n|$(?![\s\S])))*/gm, "reads only the user's own .netrc file"],
  [/^([\s\S]*?)(\w+)\s*$/, typed],
  [/(\w+)\s*:\s*$/, typed],
  [/(\w+)\s*:/g, typed],
  [
    /"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*"""|"(?:\\.|[^"\\\r\n])*"?|#[^\r\n]*|([A-Za-z_]\w*)\s*:(?=\s*[)}\],])/g,
    typed,
  ],
  [/"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*"""|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*|[\s\S]/y, typed],
  [/^\s*(?:on\s+)?(\w+)\s*(?:\(\s*(\w+(?:\s*:\s*\{\s*\w+)*)\s*:?[\s}]*\))?\s*$/, typed],
  [/^(.*?)\s*(\d+)?$/, typed],
  [
    /%%|%(header)?\{([^}]*)\}|%(output|time)\{([^}]*)\}|\\([\s\S])|%(?:header|output|time)?(\{[^}]*)$(?![\s\S])/g,
    typed,
  ],
  [/(\w+)\s*$/, atMost200],
  [/([\w-]{1,40})["'`]?\s{0,4}[:=,]\s{0,4}$/, atMost200],
  [/\w*$/, atMost200],
  [/^[^"\n]*"?\s*:/, atMost200],
  [/__Schema\b.*\bdescription\b|\bdescription\b.*__Schema\b/i, atMost1000],
  [
    /^(?:Cannot query field |Unknown (?:field|argument|type|directive) |Field ["'`].*(?:doesn't exist on type|doesn't accept argument|argument .* is required|must (?:not )?have a (?:sub)?selection)|Validation error |field '.*' not found in type|The field `.*` does not exist on the type)/i,
    atMost1000,
  ],
  [
    /must provide (?:a )?(?:query|document)|query.*(?:missing|required|not provided|absent)|(?:missing|no) query|unable to parse/i,
    atMost1000,
  ],
  [/^\{(\d+)(,?)(\d*)\}/, atMost1000],
  [/_ADDED(?:_TO_\w+)?$/, ownText],
  [/any of (\[[\s\S]*\])\.$/, 'reads a message of the validator, which always matches at its first attempt'],
  [/match ([\s\S]*)\.$/, 'reads a message of the validator, which always matches at its first attempt'],
  [/\B(?=(?:\d{3})+$)/g, 'reads only the digits of a number'],
  [/[^/]*\/?$/, 'reads only a path of a file, of at most 4,096 bytes'],
  [/ *\(\w+\)$/, 'reads only the title of a pane: there is one space before the bracket'],
  [/\s*\}\s*$/, 'reads only what fits a line, without runs of white space'],
  [
    "new RegExp(`[\\\\\\\\/]node_modules[\\\\\\\\/]${escaped(nameOf(replacement)).replaceAll('/', '[\\\\\\\\/]')}$`)",
    ownFiles,
  ],
  ["new RegExp(`${optionStart}|${list ? ',|' : ''}$(?![\\\\s\\\\S])`)", constants],
  [
    "new RegExp( `\\\\s*;\\\\s*(type|filename)=\\\\s*(\"(?:[^\"\\\\\\\\]|\\\\\\\\.)*\"|(?:(?!${optionStart})[${list ? '^,' : '\\\\s\\\\S'}])*)`, 'sy', )",
    typed,
  ],
  ['new RegExp(`^${text[0]}\\\\d\\\\d$`)', constants],
  ["new RegExp(text, 'u')", limited],
  ['new RegExp(text, flagsWithUnicode)', limited],
  [
    "new RegExp( `^(?:${[ 'access-control-(?:allow-credentials|max-age|request-method)|age|authorization|content-(?:encoding|language|length)', 'content-(?:location|md5|range|type)|date|dnt|etag|expires|from|host|if-(?:match|modified-since|none-match|range)', 'if-unmodified-since|last-modified|location|max-forwards|proxy-authorization|range|referer|retry-after|tk', 'upgrade-insecure-requests|user-agent|x-content-type-options', ].join('|')})$`, )",
    constants,
  ],
  ['new RegExp(noToken)', 'copies an expression that is checked'],
  ['new RegExp(token)', 'copies an expression that is checked'],
  [
    'new RegExp(`\\\\$${word}\\\\s*:\\\\s*([\\\\w[\\\\]!]+)`)',
    'looks for one word, and then reads on without a choice',
  ],
  [
    'new RegExp(`\\\\bfragment\\\\s+${word}\\\\s+on\\\\s+(\\\\w+)`)',
    'looks for one word, and then reads on without a choice',
  ],
  ["new RegExp(`${single.source}|(?:(?!${single.source})[\\\\p{L}\\\\p{N}])+`, 'gu')", constants],
  ["new RegExp(`.{1,${maxPiece}}`, 'g')", constants],
  ["new RegExp(`^${one}$`, 'u')", 'matches one character'],
  ["new RegExp(pattern, 'u')", limited],
  ['new RegExp(pattern)', limited],
  ['new RegExp(`${mark}\\\\s*$`)', 'begins with a constant that is not white space'],
  ['new RegExp(`^\\\\s*${mark}\\\\s*`)', constants],
  ["new RegExp(`(?<![\\\\w-])([\\\\w-]+)=${bullets}|${bullets}`, 'g')", constants],
  [
    "new RegExp(parts.join(''), query === query.toLowerCase() ? 'gi' : 'g')",
    'has no repetition before its first character',
  ],
  [
    "new RegExp(wanted.text.replace(/[\\\\^$.*+?()[\\]{}|]/g, '\\\\$&'), wanted.exact ? 'g' : 'gi')",
    'has no repetition',
  ],
  ['new RegExp(`"${mark}(-?\\\\d+)"`, \'g\')', constants],
  ["new RegExp(`[ :=]${bullets}`, 'g')", constants],
  ['new RegExp(`^ ?${kind} ?(?=[({@])`)', constants],
  ["new RegExp(`[\\\\s\\\\S]{1,${screenPiece}}`, 'g')", constants],
];
