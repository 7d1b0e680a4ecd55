/** Who writes to standard output, standard error or a terminal, and why no server can drive it by that. Add a row only on purpose. */
import path from 'node:path';
import { sourcesIn } from './support/import-graph.js';

/** It makes what it writes safe itself, by a function that is called beside the writing. */
const safe = 'safe here';
/** It writes what `Painter` or `BodyView` made, which make every text safe that they are given. */
const painted = 'painted';
/** Nothing in it is foreign: our own words, numbers, what the user typed. */
const own = 'own words';
/** The user asked for the bytes as they are: a file, or a pipe. */
const bytes = 'bytes for a file or a pipe';

const writers: Readonly<Record<string, string>> = {
  'core/response/write-out.ts': safe,
  'io/ask-line.ts': safe,
  'io/debug-log.ts': safe,
  'io/hidden-prompt.ts': safe,
  'io/oauth/login/line-login.ts': safe,
  'main.ts': own,
  'plain/auth.ts': safe,
  'plain/auth/kept.ts': safe,
  'plain/auth/register.ts': safe,
  'plain/auth/token.ts': 'a token: token-reply.ts takes none with any byte but printable ASCII',
  'plain/graphql/describe.ts': painted,
  'plain/graphql/offer-picks.ts': safe,
  'plain/graphql/output.ts': painted,
  'plain/graphql/sink.ts': painted,
  'plain/graphql/words.ts': safe,
  'plain/note.ts': safe,
  'plain/output.ts': 'the stream of those who write: what they write is theirs to make safe',
  'plain/parts/ending.ts': 'what write-out.ts made safe; durations',
  'plain/print-body.ts': painted,
  'plain/print-failure.ts': safe,
  'plain/profile/list.ts': safe,
  'plain/progress.ts': own,
  'plain/run-request.ts': painted,
  'plain/save.ts': bytes,
  'plain/show-answer.ts': painted,
  'plain/stage.ts': painted,
  'plain/summary.ts': 'JSON in ASCII',
  'plain/verbose/live.ts': safe,
  'run-demo.ts': own,
  'run-help.ts': own,
  'tui/linear/run.ts': safe,
  'tui/terminal/channel.ts': 'frames: every span of a line passes tui/components/line.ts',
};
const made: Readonly<Record<string, RegExp>> = {
  [safe]: /\b(?:safeLine|safeText|messageLine|asciiJson)\(|\bsafe\(/,
  [painted]: /\bpainter\b/i,
};

/** A stream that is written to, a descriptor that is, or a standard stream that is handed on. */
const writes =
  /(?:\b(?:stdout|stderr|output)|#stream)\)?\??\.(?:write|end)\(|\bwriteSync\(|\bnew Output\(|\bsaid\[to\] \+=|\benvironment\.(?:stdout|stderr)\b(?!\??\.)/;

const sources = sourcesIn(path.resolve('source')).filter(({ file }) => !/^(?:build|demo)\//.test(file));

test('whoever writes to a terminal has a row that says why no server drives it', () => {
  const found = sources.filter(({ code }) => writes.test(code)).map(({ file }) => file);
  expect(found.sort()).toEqual(Object.keys(writers).sort());
});

test.each(Object.entries(made))('where the row says that it is %s, it is', (how, form) => {
  const rows = Object.entries(writers).filter(([, each]) => each === how);
  expect(rows.length).toBeGreaterThan(3);
  const bad = rows.filter(([file]) => !form.test(sources.find(each => each.file === file)?.code ?? ''));
  expect(bad).toEqual([]);
});

test('what is drawn and what is painted is made safe where it is, not by those who draw', () => {
  for (const file of ['plain/paint.ts', 'core/response/body-view.ts', 'tui/components/line.ts']) {
    const code = sources.find(each => each.file === file)?.code;
    expect([file, code]).toEqual([file, expect.stringMatching(/\bsafe(?:Line|Text)\(/)]);
  }
});
