/** Locations of files on each system. */
import { cacheFolder, configFolder, stateFolder } from '../../source/io/directories.js';

const home = '/home/ada';
const folders = (platform: NodeJS.Platform, variables: Readonly<Record<string, string>> = {}) =>
  [stateFolder, cacheFolder, configFolder].map(folder => folder({ platform, variables, home }));

test.each([
  ['linux', '.local/state/apiclient', '.cache/apiclient', '.config/apiclient'],
  ['freebsd', '.local/state/apiclient', '.cache/apiclient', '.config/apiclient'],
  ['darwin', 'Library/Application Support/apiclient', 'Library/Caches/apiclient', 'Library/Preferences/apiclient'],
  ['win32', 'AppData/Local/apiclient', 'AppData/Local/apiclient/Cache', 'AppData/Roaming/apiclient/Config'],
] as const)('on %s, directories are below the home', (platform, ...below) => {
  expect(folders(platform)).toEqual(below.map(each => `${home}/${each}`));
});

test("the system's environment variables override the directories", () => {
  const xdg = { XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/c', XDG_CONFIG_HOME: '/k' };
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(folders(platform, xdg)).toEqual(['/s/apiclient', '/c/apiclient', '/k/apiclient']);
  }
  const windows = { LOCALAPPDATA: '/local', APPDATA: '/roaming' };
  expect(folders('win32', windows)).toEqual([
    '/local/apiclient',
    '/local/apiclient/Cache',
    '/roaming/apiclient/Config',
  ]);
  expect(folders('linux', windows)).toEqual(folders('linux'));
});

test('a relative directory is ignored (XDG Base Directory Specification)', () => {
  const relative = { XDG_STATE_HOME: 's', XDG_CACHE_HOME: './c', XDG_CONFIG_HOME: '', LOCALAPPDATA: 'l' };
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(folders(platform, relative)).toEqual(folders(platform));
  }
});
