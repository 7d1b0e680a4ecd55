/** Reasons for differences between requests of `.http` files sent by apiclient and by httpyac. */
export interface FormDifference {
  readonly title: string;
  /** `request` if one of the two programs sends no request. */
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
    why: 'RFC 9110, section 8.3: a body should have a type unless its sender does not know it; ours is derived from the file name or the text.',
    explains: ({ part, theirs }) => part === 'content-type' && theirs === 'none',
  },
  {
    why: 'GraphQL over HTTP, section 6.1: a client names the media type application/graphql-response+json.',
    explains: ({ part, ours }) => part === 'accept' && ours.includes('graphql-response'),
  },
  {
    why: 'By design: a number is sent with its digits, and `operationName` is sent if the file contains one (GraphQL over HTTP, 5.1: optional).',
    explains: titled(/^GRAPHQL with variables$/),
  },
  {
    why: 'The X-Request-Type and X-GraphQL-Operation of VS Code turn a POST into a GraphQL request, and are not sent; httpyac does that only for the method GRAPHQL.',
    explains: titled(/^X-Request-Type|^an operation name$/),
  },
  {
    why: 'Theirs is not JSON: httpyac treats variables after a query from a file as text.',
    explains: titled(/^a query from a file$/),
  },
  {
    why: 'As in VS Code, a method may be lower case; httpyac does not read the line as a request.',
    explains: titled(/^a lower-case method$/),
  },
  {
    why: 'By design, and as in VS Code: everything after the empty line is the body. httpyac reads # and // as comments.',
    explains: titled(/^comment characters are text/),
  },
  {
    why: "VS Code's form, which httpyac does not read: `{{%name}}`, `{{name.response.body.$.path}}`, `{{$dotenv NAME}}`. httpyac aborts the file.",
    explains: titled(
      /percent-encoded$|^a part of a response body|^the complete response body|that needs a response$|^\$processEnv/,
    ),
  },
  {
    why: "Visual Studio's form, which httpyac does not read: `$shared` in an environment.",
    explains: titled(/^shared environment values$/),
  },
  {
    why: 'The command line overrides the file, as flags override configuration everywhere in apiclient; in httpyac the file takes precedence.',
    explains: titled(/^the command line overrides/),
  },
  {
    why: 'Only in apiclient: with `env:` and `file:`, secrets need not be in command lines and files.',
    explains: titled(/^(?:env|file): in a value/),
  },
  {
    why: "As in VS Code: the first space separates user and password. httpyac splits at the colon: user 'ada s3', password 'cret'.",
    explains: titled(/^Basic with a user and a password$/),
  },
  {
    why: 'Only in apiclient: `# @flags`, `# @capture`, `# @retry`, command-line flags; other programs read comments.',
    explains: titled(/^a capture$|^flags\b|^# @retry/),
  },
  {
    why: 'By design: a redirect is followed with -L, as with plain requests and in curl; httpyac always follows.',
    explains: titled(/^redirects are followed/),
  },
];
