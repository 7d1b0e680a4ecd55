/** Names that are gone, and comments that only announce a name: see the glossary in source/readme.md. */
import path from 'node:path';
import { sourcesIn } from './support/import-graph.js';

/** Matched against whole identifiers; each with the name that took its place. */
const gone: readonly (readonly [name: string, use: string])[] = [
  ['most[A-Z]\\w*', 'max…'],
  ['Cargo', 'RequestCredentials'],
  ['Carried', 'CredentialSpec'],
  ['leftBehind', 'dropCrossOrigin'],
  ['forStranger', 'forOtherOrigin'],
  ['settlesAuthorization', 'setsAuthorization'],
  ['Giving', 'FlagSpec'],
  ['Refusals', 'UsageErrors'],
  ['Told|Tell', 'WireObserver, EmitWireEvent'],
  ['hearOut', 'readEarlyResponse'],
  ['openSecond', 'openHttp2'],
  ['whileAlone', 'withStoreLock'],
  ['spoilt\\w*', 'damaged, invalid'],
  ['caughtUp', 'withCurrentDocument'],
  ['Typist', 'TypingTarget'],
  ['plantRow', 'insertRow'],
  ['writingWay', 'WriteMode'],
  ['RunWays', 'TransportOptions'],
  ['Workplace', 'Workspace'],
  ['answer(?:Head|Line|Digest)', 'response…'],
  ['RawReply|TokenReply|readRawReply|readTokenReply|LoopbackAnswer', '…Response'],
  ['farewellMs|patienceMs|soonMs|lookMs', '…TimeoutMs, …DelayMs, pollMs'],
  ['tokenIsWorn', 'tokenHasExpired'],
  ['comeAgain', 'retryHint'],
  ['(?:longest|shortest|deepest|farthest|least)[A-Z]\\w*', 'max…, min…'],
  ['Said|Asked|Found|Place', 'a name that says of what'],
];
const goneName = new RegExp(`^(?:${gone.map(([name]) => name).join('|')})$`);

const files = ['source', '__tests__'].flatMap(folder =>
  sourcesIn(path.resolve(folder)).map(({ file, text, code }) => ({ file: `${folder}/${file}`, text, code })),
);

/** The identifiers of a source: strings, templates and regular expressions may say anything. */
const identifiersIn = (code: string): readonly string[] =>
  code
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
    .replace(/\/(?![*/ ])(?:[^/\\\n]|\\.)+\//g, '')
    .match(/\b[A-Za-z_$][\w$]*/g) ?? [];

test('no identifier has a name that is gone', () => {
  const wrong = files.flatMap(({ file, code }) =>
    [...new Set(identifiersIn(code).filter(each => goneName.test(each)))].map(name => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('the rule finds a name that is gone, and leaves strings and longer names alone', () => {
  const found = (code: string): readonly string[] => identifiersIn(code).filter(each => goneName.test(each));
  expect(found('const mostBytes = hearOut(Cargo);')).toEqual(['mostBytes', 'hearOut', 'Cargo']);
  expect(found("const mostly = 'Cargo and hearOut' + almost + `Said`;")).toEqual([]);
});

const announcing = /(?:\/\/|\/\*\*|^\s*\*) What /m;

test('no comment begins with "What": it says what a thing is, not that it will', () => {
  expect(files.filter(({ text }) => announcing.test(text)).map(({ file }) => file)).toEqual([]);
});
