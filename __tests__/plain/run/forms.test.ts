/** `.http` files: the bytes sent, form by form. */
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { closeServers } from '../../support/servers/http-server.js';
import { formServer, writeForm } from './form-server.js';
import { forms } from './forms.js';

afterAll(closeServers);

test('there are at least sixty forms, each with a unique title', () => {
  expect(new Set(forms.map(each => each.title)).size).toBe(forms.length);
  expect(forms.length).toBeGreaterThanOrEqual(60);
});

test.each(forms.map(each => [each.title, each] as const))('%s', async (_, form) => {
  const { sent, variables = {}, code = 0 } = form;
  const { url, seen } = await formServer();
  const environment = testEnvironment({ variables });
  const words = writeForm(form, environment.folder, url);
  const ended = await main(['run', 'api.http', `base=${url}`, ...words], {
    ...environment,
    folder: environment.folder,
  });
  expect([ended, environment.err().includes('This is a bug')]).toEqual([code, false]);
  if (code === 2) return expect(seen).toEqual([]);
  expect(seen.map(each => `${each.method} ${each.path}`)).toEqual(sent.map(([line]) => line));
  for (const [index, [, headers = {}, body]] of sent.entries()) {
    for (const [name, value] of Object.entries(headers))
      expect([name, seen[index]?.headers[name]]).toEqual([name, value]);
    if (body !== undefined) expect(seen[index]?.body.toString()).toBe(body);
  }
});
