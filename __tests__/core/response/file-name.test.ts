import {
  dispositionName,
  downloadName,
  numberedName,
  safeName,
  urlName,
} from '../../../source/core/response/file-name.js';
import * as fc from '../../support/property.js';

describe('a file name from the server', () => {
  test.each([
    ['attachment; filename="report.pdf"', 'report.pdf'],
    ['attachment; filename=report.pdf', 'report.pdf'],
    ['attachment;FILENAME = "a b.txt" ; x=y', 'a b.txt'],
    ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['attachment; filename="plain.txt"; filename*=UTF-8\'\'na%C3%AFve%20%E2%82%AC.txt', 'naïve €.txt'],
    ["attachment; filename*=iso-8859-1'en'%A3%20rates.txt; filename=x", '£ rates.txt'],
    ["attachment; filename*=UTF-8''%ZZ; filename=fallback.txt", 'fallback.txt'],
    ['attachment; filename="na\u00c3\u00afve.txt"', 'naïve.txt'],
    ['attachment; filename="na\u00efve.txt"', 'naïve.txt'],
    ['attachment; filename="a;b=c.txt"', 'a;b=c.txt'],
    ['inline', undefined],
    ['attachment; notfilename="x"', undefined],
    [undefined, undefined],
  ])('%s names %s', (value, name) => {
    expect(dispositionName(value)).toBe(name);
  });
});

describe('a name made harmless', () => {
  test.each([
    ['../../.bashrc', 'bashrc'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['..\\..\\evil.exe', 'evil.exe'],
    ['-rf', 'rf'],
    ['.hidden', 'hidden'],
    ['..', ''],
    ['', ''],
    ['a\u0000b\u001b]0;x\u0007.txt', 'ab]0;x.txt'],
    ['annual\u202efdp.exe', 'annualfdp.exe'],
    ['con.txt', '_con.txt'],
    ['what?.txt ', 'what_.txt'],
    ['~root', 'root'],
    ['install.sh.part', 'install.sh.part_'],
    ['install.sh.PART.json', 'install.sh.PART.json_'],
    ['part.json', 'part.json'],
  ])('%j becomes %j', (raw, name) => {
    expect(safeName(raw)).toBe(name);
  });

  test('any input gives one plain, short name in its folder', () => {
    const parts = fc.constantFrom(
      '..',
      '/',
      '\\',
      '.',
      '-',
      '~',
      '\u0000',
      '\u001b',
      '\u202e',
      'a',
      'ü',
      '€',
      '👨',
      ' ',
      'con',
      ':',
    );
    const nasty = fc.array(parts, { maxLength: 400 }).map(found => found.join(''));
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 600 })), raw => {
        const name = safeName(raw);
        expect(name).not.toMatch(/[/\\\u0000-\u001f\u007f-\u009f\u202a-\u202e]|^[-.~\s]|[.\s]$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
      }),
    );
  });

  test('a long name is cut before its suffix', () => {
    expect(safeName(`${'ü'.repeat(5000)}.tar.gz`)).toMatch(/^ü{90,}(\.tar)?\.gz$/);
  });
});

test.each([
  [undefined, 'https://a.example/files/My%20File.zip?x=/y.z', '', 'My File.zip'],
  [undefined, 'https://a.example/', 'application/json', 'download.json'],
  [undefined, 'https://a.example', 'x/constructor', 'download'],
  ['attachment; filename=".."', 'https://a.example/%2e%2e%2f%2e%2e%2fetc', '', 'etc'],
  [undefined, 'https://a.example/%FF', '', '%FF'],
])('disposition %s at %s of type %s is saved as %s', (disposition, url, type, name) => {
  expect(downloadName(disposition, url, type)).toBe(name);
});

test('only the last segment of the URL’s path names a file', () => {
  expect(urlName('https://a.example/a/b?c/d#e/f')).toBe('b');
});

test.each([
  ['a.txt', 0, 'a.txt'],
  ['a.txt', 1, 'a-1.txt'],
  ['a.tar.gz', 2, 'a-2.tar.gz'],
  ['a', 3, 'a-3'],
])('%s, copy %i, is %s', (name, number, numbered) => {
  expect(numberedName(name, number)).toBe(numbered);
});
