/** Reasons for differences between apiclient's requests and those of curl and HTTPie, with the deciding RFC. */
import { isDeepStrictEqual } from 'node:util';
import type { OnTheWire } from './on-the-wire.js';

/** A difference: the other program's command line, the differing part (a header's name, `target`, `body` …), and both requests. */
export interface Difference {
  readonly line: string;
  readonly what: string;
  readonly theirs: OnTheWire;
  readonly ours: OnTheWire;
}

interface Reason {
  readonly why: string;
  explains(difference: Difference): boolean;
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Normalizes spaces and the hexadecimal digits of percent-encodings. */
const normal = (text: string): string =>
  text.replaceAll('+', '%20').replace(/%[0-9a-f]{2}/gi, found => found.toUpperCase());

export const reasons: Readonly<Record<string, Reason>> = {
  'JSON may be written in many ways': {
    why: 'RFC 8259, sections 2, 6 and 7: whitespace, numbers and escapes have several equivalent forms; a value is sent as typed.',
    explains: ({ what, theirs, ours }) =>
      what === 'body' && json(ours.body) !== undefined && isDeepStrictEqual(json(theirs.body), json(ours.body)),
  },
  'the length of no body': {
    why: 'RFC 9110, section 8.6: it is sent with methods that define a meaning for a body (POST, PUT, PATCH), not with DELETE.',
    explains: ({ what, theirs, ours }) => what === 'content-length' && theirs.body === '' && ours.body === '',
  },
  'a space, and the case of hexadecimal digits': {
    why: 'RFC 3986, sections 2.1 and 6.2.2.1: %20 is a space everywhere, + only in a form; the digits are upper case.',
    explains: ({ what, theirs, ours }) =>
      (what === 'target' || what === 'body') && normal(theirs[what]) === normal(ours[what]),
  },
  'an encoded dot': {
    why: 'RFC 3986, sections 6.2.2.2 and 6.2.2.3: %2e is a dot, and dot segments are removed; --path-as-is keeps both.',
    explains: ({ what, line }) => what === 'target' && line.includes('%2e'),
  },
  'characters that no URL may hold': {
    why: 'RFC 3986, section 2, and the URL standard: braces, quotes, < and >, on newer lines of Node ^, are encoded, with a note.',
    explains: ({ what, theirs, ours }) =>
      what === 'target' && ours.target.replace(/%(?:22|27|3C|3E|5E|7B|7D)/g, decodeURIComponent) === theirs.target,
  },
  'the ? of an empty query': {
    why: 'RFC 3986, section 6.2.3: with and without it are two URLs; the URL is sent as typed.',
    explains: ({ what, theirs, ours }) => what === 'target' && `${theirs.target}?` === ours.target,
  },
  'a space between cookies': {
    why: 'RFC 6265, section 4.2.1: pairs are separated by a semicolon and a space.',
    explains: ({ what, theirs, ours }) =>
      what === 'cookie' && theirs.headers.cookie?.[0]?.replace(/; */g, '; ') === ours.headers.cookie?.[0],
  },
  'the type of a body': {
    why: 'RFC 9110, section 8.3: Content-Type describes the content; curl labels every -d as a form and sends none for -T.',
    explains: ({ what, line }) => what === 'content-type' && /^curl .*(?:-d|--data-\w+|-T) /.test(line),
  },
  'line ends of a file': {
    why: "RFC 9110, section 6.4: the content is the file's octets; curl's -d drops line ends, its --data-binary does not.",
    explains: ({ what, line, theirs, ours }) =>
      what === 'body' && / -d @/.test(line) && ours.body.replace(/[\r\n]/g, '') === theirs.body,
  },
  'waiting for 100': {
    why: 'RFC 9110, section 10.1.1: a client may send without asking first; -H "Expect: 100-continue" asks.',
    explains: ({ what, ours }) => what === 'expect' && ours.headers.expect === undefined,
  },
  'several files of a field': {
    why: 'RFC 7578, section 4.3: each file has its own part; multipart/mixed inside a form is deprecated.',
    explains: ({ what, line }) => what === 'body' && line.includes('@photo.png,'),
  },
  'a semicolon that begins no option': {
    why: 'RFC 7578, section 4.2: a part contains the value of its field, and b;c is a value; curl drops the text after the semicolon.',
    explains: ({ what, line }) => what === 'body' && line.includes('"a=b;c"'),
  },
  'a boundary where none belongs': {
    why: 'RFC 2046, section 5.1: only multipart types have one; any other type given with -H is sent as typed.',
    explains: ({ what, line }) => (what === 'body' || what === 'content-type') && line.includes('application/x-mine'),
  },
  'a charset of a form': {
    why: 'The registration of application/x-www-form-urlencoded at IANA: it has no parameters.',
    explains: ({ what, line }) => what === 'content-type' && line.startsWith('http --form'),
  },
  'the Accept header of a verbatim body': {
    why: 'RFC 9110, section 12.5.1: the type of a body does not determine the accepted type; --json and items request JSON.',
    explains: ({ what, line }) => what === 'accept' && /^http (?:--raw|POST \$U @)/.test(line),
  },
  'a name that looks like a number': {
    why: 'RFC 8259, section 4: a name is a string, and 007 is not 7.',
    explains: ({ what, line }) => what === 'body' && line.includes(' 007='),
  },
  'a backslash in a value': {
    why: 'RFC 8259, section 7: a string is sent as typed, whatever follows its backslashes.',
    explains: ({ what, line }) => what === 'body' && line.includes('a=b\\\\='),
  },
  'an item laid over a value': {
    why: 'RFC 8259, section 4: both members are in the object; HTTPie 3.2 silently drops one of them.',
    explains: ({ what, line }) => what === 'body' && /a:=(?:\{.*\}|null)"? "a\[/.test(line),
  },
};

/** Name of the reason that explains a difference. */
export const reasonFor = (difference: Difference): string | undefined =>
  Object.entries(reasons).find(([, { explains }]) => explains(difference))?.[0];
