/** Why files of requests go out in another way than from httpyac. */
export interface FormDifference {
  readonly title: string;
  /** `request`: one of the two sends none here. */
  readonly part: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Reason {
  readonly why: string;
  explains(difference: FormDifference): boolean;
}

const titled =
  (pattern: RegExp) =>
  ({ title }: FormDifference): boolean =>
    pattern.test(title);

export const httpyacReasons: readonly Reason[] = [
  {
    why: 'RFC 9110, section 8.3: a body has its type, unless its sender does not know it; ours is by the file name or the text.',
    explains: ({ part, theirs }) => part === 'content-type' && theirs === 'none',
  },
  {
    why: 'GraphQL over HTTP, section 6.1: a client names the media type application/graphql-response+json.',
    explains: ({ part, ours }) => part === 'accept' && ours.includes('graphql-response'),
  },
  {
    why: 'By design: a number keeps its digits, and `operationName` is sent where the file names one (GraphQL over HTTP, 5.1: optional).',
    explains: titled(/^GRAPHQL with variables$/),
  },
  {
    why: 'The X-Request-Type and X-GraphQL-Operation of VS Code make a POST one of GraphQL, and are not sent; httpyac reads the method GRAPHQL alone so.',
    explains: titled(/^X-Request-Type|^the name of an operation$/),
  },
  {
    why: 'Theirs is not JSON: variables behind a query from a file are text to them.',
    explains: titled(/^a query from a file$/),
  },
  {
    why: 'As in VS Code, a method may be lower case; theirs takes the line for no request.',
    explains: titled(/^a lower-case method$/),
  },
  {
    why: 'By design, and as in VS Code: behind the empty line all is body. Theirs takes # and // for comments there.',
    explains: titled(/^what begins a comment elsewhere/),
  },
  {
    why: "VS Code's form, which httpyac does not read: `{{%name}}`, `{{name.response.body.$.path}}`, `{{$dotenv NAME}}`. It stops the file.",
    explains: titled(/percent-encoded$|^a part of a body|^the whole body|that needs a response$|^\$processEnv/),
  },
  {
    why: "Visual Studio's form, which httpyac does not read: `$shared` in an environment.",
    explains: titled(/^what environments share$/),
  },
  {
    why: 'The command line wins over the file, as flags do over configuration everywhere here; httpyac has it the other way around.',
    explains: titled(/^the command line wins/),
  },
  {
    why: 'Ours alone: `env:` and `file:` keep secrets out of command lines and files.',
    explains: titled(/^(?:env|file): in a value/),
  },
  {
    why: "As in VS Code: the first blank parts user and password. Theirs parts at the colon: user 'ada s3', password 'cret'.",
    explains: titled(/^Basic with a user and a password$/),
  },
  {
    why: 'Ours alone: `# @flags`, `# @capture`, `# @retry`, flags of the command line; others read comments.',
    explains: titled(/^a capture$|^flags\b|^# @retry/),
  },
  {
    why: 'By design: a redirect is followed with -L, as with one request of ours and of curl; theirs always does.',
    explains: titled(/^redirects are followed/),
  },
];
