/** A request of a text on the screen: the values it gets from the open profile. */

import { configured } from '../../../source/command/configured.js';
import { fileWords } from '../../../source/command/file-words.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { readConfig } from '../../../source/core/config.js';
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { allGranted } from '../../../source/core/rights/right.js';
import { textRequests } from '../../../source/plain/run/one-request.js';
import { testEnvironment } from '../../support/environment.js';

const profiles = { other: { url: 'https://other.example', values: { token: 'of-other' } } };
const read = (argv: readonly string[], under: readonly string[]) =>
  configured(argv, () => readConfig(JSON.stringify({ profiles }), 'c.json'), 'c.json', under) as
    | RequestCommand
    | Failure;

const values = {
  given: new Map(),
  captured: new Map(),
  configured: new Map([['token', { text: 'of-home', secret: true as const }]]),
};

async function urlOf(text: string): Promise<string> {
  const reader = textRequests(testEnvironment(), read, fileWords, []);
  const request = await reader.request(text, 0, values, {
    home: 'https://home.example/api',
    login: {},
    grants: allGranted,
    hasLogin: false,
  });
  return isFailure(request) ? request.text : request.spec.url;
}

test.each([
  ['GET https://home.example/{{token}}', 'https://home.example/of-home', 'the origin of the profile that is open'],
  ['GET @other/{{token}}', 'https://other.example/of-other', 'another profile has its own'],
  ['@token = mine\n\nGET https://home.example/{{token}}', 'https://home.example/mine', 'the text itself wins'],
  ['GET https://evil.example/{{token}}', '{{token}} has no value.', 'no other server gets them'],
  ['@host = evil.example\n\nGET https://{{host}}/{{token}}', '{{token}} has no value.', 'by no name either'],
])('%j goes to %s: %s', async (text, url) => {
  expect(await urlOf(text)).toBe(url);
});
