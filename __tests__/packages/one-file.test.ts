/** The executables on a system without Node and without a shell. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { type Demo, startDemo } from '../../source/demo/start.js';
import { runProgram } from '../support/program.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';
import { bareImage, type Image, packaged, type Target, toolsToRun, version, withTools } from './support.js';

// An emulated processor is slow.
jest.setTimeout(120_000);

describe.each(['linux-x64', 'linux-arm64'] as const satisfies readonly Target[])('%s', target => {
  withTools(toolsToRun(target), () => {
    let demo: Demo;
    let image: Image;
    const run = async (argv: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
      const options = { command: image.command, variables: { HOME: '/home', ...variables } };
      const { code, stdout, stderr } = await runProgram(argv, options);
      return { code, stdout, stderr };
    };

    beforeAll(async () => {
      demo = (await startDemo({ port: 0 })) as Demo;
      image = bareImage(target, packaged(`apiclient-${version}-${target}`));
    });
    afterAll(() => demo.close());
    afterEach(closeTerminals);

    test('the image contains neither Node nor any other program', () => {
      const files = readdirSync(image.root, { recursive: true, encoding: 'utf8' });
      expect(files.filter(file => !/^(apiclient|emulator|home|tmp|lib(64)?(\/.*\.so[.\d]*)?)$/.test(file))).toEqual([]);
    });

    test('a plain request: its exact bytes and exit code', async () => {
      const ended = await run(['GET', `${demo.url}/books/1`, '--check-status']);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(ended.stdout)).toMatchObject({ id: 1, title: 'Pride and Prejudice' });
      const missing = await run(['GET', `${demo.url}/books/none`, '--check-status']);
      expect(missing.code).toBe(4);
      const refused = await run(['GET', 'http://127.0.0.1:1/']);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^apiclient: .*127\.0\.0\.1/);
    });

    test('parts loaded on demand: a login, cookies, a session, help, completions, the licences of Node', async () => {
      const spec = `client_credentials:${demo.url}/oauth/token:demo:demo-secret`;
      const login = await run(['GET', `${demo.url}/private/bearer`, '--oauth2', spec, '--cookie-jar', '/tmp/jar']);
      expect(login).toMatchObject({ code: 0, stderr: '' });
      const kept = await run(['GET', `${demo.url}/private/basic`, '-u', 'admin:secret123', '--session', 'mine']);
      expect(kept).toMatchObject({ code: 0, stderr: '' });
      expect(await run(['GET', `${demo.url}/private/basic`, '--session', 'mine'])).toEqual(kept);
      expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `apiclient ${version}\n` });
      expect((await run(['help', 'keys'])).stdout).toContain('Ctrl-R');
      expect((await run(['completion', 'bash'])).stdout).toContain('complete -F _apiclient apiclient');
      const licences = (await run(['help', 'licences'])).stdout;
      expect(licences).toMatch(/^got \d/m);
      expect(licences).toMatch(/^Node\.js \d+\.\d+\.\d+, with what it brings$/m);
      expect(licences).toContain('OpenSSL');
    });

    test('a query, and a subscription completed by the server', async () => {
      const query = await run(['graphql', `${demo.url}/graphql`, '--query', '{ book(id: 1) { title } }']);
      expect(query).toMatchObject({ code: 0, stderr: '', stdout: '{"data":{"book":{"title":"Pride and Prejudice"}}}' });
      const text = 'subscription { ticks(count: 3) { number } }';
      const events = await run(['graphql', `${demo.url}/graphql`, '--query', text]);
      expect(events).toMatchObject({ code: 0, stderr: '' });
      expect(
        events.stdout
          .trim()
          .split('\n')
          .map(line => JSON.parse(line).data.ticks.number),
      ).toEqual([1, 2, 3]);
    });

    test('the full screen: search, edit, run, quit, and the terminal is restored', async () => {
      const variables = { HOME: '/home', NO_COLOR: '1' };
      const terminal = startInTerminal([], {
        command: [...image.command, 'graphql', `${demo.url}/graphql`],
        columns: 120,
        rows: 40,
        variables,
      });
      await terminal.untilShown('Query');
      await terminal.untilShown('authors');
      terminal.write('/titl\r');
      await terminal.untilShown('title');
      terminal.write('\u001b');
      terminal.write('2i{ book(id: 1) { title } }');
      await terminal.untilShown('valid');
      terminal.write('\u0012');
      await terminal.untilShown('Pride and Prejudice');
      // The text is saved as a draft before q is pressed, or by q.
      terminal.write('\u001b');
      await terminal.untilShown('q quit');
      terminal.write('q');
      const { code } = await terminal.ended;
      expect(code).toBe(0);
      expect(terminal.alternate).toBe(false);
    });

    test('only data of the user is stored on disk, no compiled code', async () => {
      await run(['GET', `${demo.url}/books/1`]);
      expect(existsSync(path.join(image.root, 'home/.cache/apiclient/code'))).toBe(false);
    });

    test('neither NODE_OPTIONS nor a package in the working directory affects it', async () => {
      // The WebSocket library would load these two if it found them.
      for (const name of ['bufferutil', 'utf-8-validate']) {
        const folder = path.join(image.root, 'node_modules', name);
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, 'index.js'), "require('fs').writeFileSync('/tmp/was-run', '');");
      }
      const text = 'subscription { ticks(count: 1) { number } }';
      const ended = await run(['graphql', `${demo.url}/graphql`, '--query', text], {
        NODE_OPTIONS: '--require=/nowhere.cjs',
      });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(existsSync(path.join(image.root, 'tmp/was-run'))).toBe(false);
    });
  });
});
