/** Objects of earlier responses, offered where a value refers to one of them. */
import { completeQuery } from '../../../source/core/graphql/intelligence/complete-query.js';
import { completeVariables } from '../../../source/core/graphql/intelligence/variables-at-cursor.js';
import { secret } from '../../../source/core/secret.js';
import { completionsOf } from '../../../source/tui/linear/complete.js';
import { go, set } from '../../../source/tui/linear/go.js';
import type { DispatchAll } from '../../../source/tui/linear/reply.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { Screen } from '../support.js';
import { forDescription } from './api/support.js';

const engine = { query: completeQuery, variables: completeVariables };

/** Runs the operation at the cursor, and receives a response. */
function answered(
  screen: Screen,
  body: unknown,
  { status = 200, method = 'POST', url = 'http://localhost/graphql' } = {},
) {
  screen.press('ctrl+r');
  const id = screen.state.response.runId ?? -1;
  const raw = JSON.stringify(body);
  const request = { method, url, headers: [] };
  const head = { status, reason: '', headers: [], httpVersion: '1.1', request, redirects: [] };
  const counts = { errors: [], errorCount: 0, bytes: 1, tookMs: 1, timing: {}, partial: false } as const;
  screen.do(
    { type: 'response/head', id, head },
    { type: 'response/result', id, raw, isPlain: false, data: 'present', ...counts },
    { type: 'response/done', id, tookMs: 1 },
  );
  return screen;
}

const users = {
  data: {
    search: [
      { __typename: 'User', id: 'u7', name: 'Emma' },
      { __typename: 'User', id: 'u12', name: 'Ben' },
    ],
  },
};
const search = '{ search { __typename ... on User { id name } } }';

/** A screen that has received two users; its text is then replaced. */
const afterUsers = (text = ''): Screen =>
  answered(new Screen({ query: search }), users).do(
    { type: 'completion/ready', engine },
    { type: 'query/edited', text },
    { type: 'app/focus', pane: 'schema' },
  );

const options = (screen: Screen): readonly string[] => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.options.map(({ label, detail = '' }) => `${label} ${detail}`.trim()) : [];
};
const labels = ({ state }: Screen): string[] => state.completion.list?.shown.map(each => each.label) ?? [];

const onId = (screen: Screen): Screen => screen.row('Query').press('l').row('user').press('l').row('id').press('enter');

describe('GraphQL', () => {
  test('Enter on an argument lists the objects with their labels, and Enter uses one', () => {
    const screen = onId(afterUsers());
    expect(options(screen)).toEqual(['u7 User "Emma"', 'u12 User "Ben"', 'type another value']);
    screen.press('down', 'enter');
    expect(screen.query).toContain('user(id: "u12")');
  });

  test('another value can be typed: it is found by label, or used as typed', () => {
    expect(onId(afterUsers()).type('ben').press('enter').query).toContain('user(id: "u12")');
    expect(onId(afterUsers()).type('u1').press('enter').query).toContain('user(id: "u1")');
    for (const letter of ['j', 'q', 't'])
      expect(onId(afterUsers()).type(letter).press('enter').query).toContain(`user(id: "${letter}")`);
    expect(onId(afterUsers()).type('other').press('enter').query).toContain('user(id: "other")');
  });

  test('invalid text can be corrected in the prompt', () => {
    const screen = onId(afterUsers()).type('$missing').press('enter');
    expect(topOverlay(screen.state)).toMatchObject({ kind: 'prompt', problem: expect.stringContaining('missing') });
  });

  test('completion offers them for an argument, with and without a quote', () => {
    const open = (text: string): Screen =>
      afterUsers(text).do({ type: 'app/focus', pane: 'query' }, { type: 'app/edit' }).press('ctrl+end');
    const bare = open('{ user(id:').type(' ');
    expect(labels(bare)).toEqual(['u7', 'u12']);
    expect(bare.press('tab').query).toMatch(/^\{ user\(id: "u7"/);
    const quoted = open('{ user(id: ').type('"u1');
    expect(labels(quoted)).toEqual(['u12']);
    expect(quoted.press('tab').query).toMatch(/^\{ user\(id: "u12"(?!")/);
  });

  test('completion in Variables offers them by the argument that a variable is used for', () => {
    const screen = afterUsers('query ($it: ID!) { user(id: $it) { name } }');
    screen.do({ type: 'app/focus', pane: 'variables' }, { type: 'app/edit' }).type('{"it":');
    expect(labels(screen)).toEqual(['u7', 'u12']);
    expect(screen.press('tab').variables).toContain('"u7"');
  });

  test('m fills in the latest object, and an empty string without one', () => {
    const text = 'query ($it: ID!, $name: String!) { user(id: $it) { name } search(text: $name) { __typename } }';
    const filled = afterUsers(text).do({ type: 'app/focus', pane: 'variables' }).press('m');
    expect(JSON.parse(filled.variables)).toEqual({ it: 'u7', name: 'all' });
    const before = new Screen({ query: text }).do({ type: 'app/focus', pane: 'variables' }).press('m');
    expect(JSON.parse(before.variables)).toEqual({ it: '', name: 'all' });
  });

  test('line mode completes them in a path', () => {
    expect(completionsOf('tick user(id: ', afterUsers().state).matches).toEqual([
      'user(id: "u7"',
      'user(id: "u12"',
      'user(id: $id',
    ]);
    expect(completionsOf('tick user(id: "u1', afterUsers().state).matches).toEqual(['user(id: "u12"']);
  });

  test('in line mode, `set` accepts any value, and alone lists the objects', () => {
    const setTo = (text: string, path = 'user(id:) = ') => {
      const screen = afterUsers();
      const reply = set(`${path}${text}`, screen.state, (...actions) => screen.do(...actions).state, false);
      return { screen, reply };
    };
    expect(setTo('u12').screen.query).toContain('user(id: "u12")');
    expect(setTo('42').screen.query).toContain('user(id: "42")');
    const { screen, reply } = setTo('$missing');
    expect(reply).toMatchObject({ refused: true, lines: [{ text: expect.stringContaining('missing') }] });
    expect([screen.query, screen.state.overlays]).toEqual(['', []]);
    const open = afterUsers();
    const act: DispatchAll = (...actions) => open.do(...actions).state;
    go('user(id:)', open.state, act);
    set('', open.state, act, false);
    expect(options(open)).toEqual(['u7 User "Emma"', 'u12 User "Ben"', 'type another value']);
  });

  test('line mode completes the value of `set`', () => {
    expect(completionsOf('set user(id:) = ', afterUsers().state).matches).toEqual([
      'user(id:) = u7',
      'user(id:) = u12',
    ]);
  });

  test('error responses, partial responses and other tabs contribute no objects', () => {
    const refused = answered(new Screen({ query: search }), users, { status: 403 });
    expect(refused.state.identity.seen ?? []).toEqual([]);
    const screen = onId(afterUsers());
    screen.press('escape', 'ctrl+t').do({ type: 'app/focus', pane: 'schema' });
    expect(screen.state.tabs.all).toHaveLength(2);
  });

  test('another login clears them, and they are never stored', () => {
    const screen = afterUsers();
    expect(screen.state.identity.seen).toHaveLength(2);
    const stored = screen.effects.filter(({ kind }) => /draft|remember|session/.test(kind));
    expect(JSON.stringify(stored)).not.toMatch(/u7|Emma/);
    screen.do({ type: 'identity/header', line: 'X-Trace: 1' });
    expect(screen.state.identity.seen).toHaveLength(2);
    const bearer = { from: 'text', value: secret('t') } as const;
    screen.do({ type: 'identity/auth', auth: { bearer, apiKeys: [] } });
    expect(screen.state.identity.seen).toEqual([]);
    const withHeader = afterUsers().do({ type: 'identity/header', line: 'Authorization: Bearer t' });
    expect(withHeader.state.identity.seen).toEqual([]);
    const elsewhere = afterUsers().do({ type: 'identity/leave', origin: 'http://other.test' });
    expect(elsewhere.state.identity.seen).toEqual([]);
  });

  test('objects of one server are not suggested for another, even with the same login', () => {
    const open = (url: string, keep: boolean) => afterUsers().do({ type: 'connect/open', url, keep });
    for (const keep of [true, false]) expect(open('http://other.test/graphql', keep).state.identity.seen).toEqual([]);
    expect(open('http://localhost/v2/graphql', true).state.identity.seen).toHaveLength(2);
  });
});

/** Projects and tasks, named as in Asana. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const tracker = {
  openapi: '3.0.0',
  info: { title: 'Tracker', version: '1' },
  servers: [{ url: 'http://api.test/v1' }],
  paths: {
    '/projects': { get: { operationId: 'getProjects', responses: { 200: { description: 'all' } } } },
    '/projects/{project_gid}': {
      get: {
        operationId: 'getProject',
        parameters: [{ name: 'project_gid', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'one' } },
      },
      delete: {
        operationId: 'deleteProject',
        parameters: [{ name: 'project_gid', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'deleted' } },
      },
    },
    '/tasks': {
      get: {
        operationId: 'getTasks',
        parameters: [{ name: 'project', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: 'all' } },
      },
      post: {
        operationId: 'createTask',
        requestBody: json({
          type: 'object',
          properties: {
            name: { type: 'string' },
            project_gid: { type: 'string' },
            count: { type: 'integer' },
            projects: { type: 'array', items: { type: 'string' } },
          },
        }),
        responses: { 201: { description: 'made' } },
      },
    },
  },
};
const projects = {
  data: [
    { gid: '12', name: 'Website' },
    { gid: '13', name: 'App' },
  ],
};
const list = 'GET http://api.test/v1/projects\n';

const afterProjects = (text = '', given = {}): Screen =>
  answered(forDescription({ query: list, ...given }, tracker), projects, {
    method: 'GET',
    url: 'http://api.test/v1/projects',
  }).do({ type: 'query/edited', text }, { type: 'app/focus', pane: 'schema' });

/** The screen after a response with one project. */
const afterProject = (gid: string, text = ''): Screen =>
  answered(
    forDescription({ query: list }, tracker),
    { data: [{ gid, name: 'Website' }] },
    { method: 'GET', url: 'http://api.test/v1/projects' },
  ).do({ type: 'query/edited', text }, { type: 'app/focus', pane: 'schema' });

const part = (screen: Screen, operation: string, ...rows: readonly string[]): Screen => {
  for (const row of [operation, ...rows.slice(0, -1)]) screen.row(row).press('l');
  return screen.row(rows.at(-1) ?? '').press('enter');
};

describe('OpenAPI', () => {
  test('a path parameter, a query parameter and a property list the objects they name', () => {
    const found = ['12 project "Website"', '13 project "App"'];
    const path = part(afterProjects(), 'GET /projects/{project_gid}', 'project_gid');
    expect(options(path).slice(0, 2)).toEqual(found);
    const query = part(afterProjects(), 'GET /tasks', 'project');
    expect(options(query).slice(0, 2)).toEqual(found);
    expect(query.press('down', 'enter').query).toContain('/tasks?project=13');
    const line = completionsOf('set GET /tasks project = 1', afterProjects().state);
    expect(line.matches).toEqual(['GET /tasks project = 12', 'GET /tasks project = 13']);
  });

  test('a ticked request starts with the latest object in its path, and Space removes both', () => {
    const screen = afterProjects().row('GET /projects/{project_gid}').press('space');
    expect(screen.query).toContain('/projects/{{project_gid}}');
    expect(JSON.parse(screen.variables)).toEqual({ project_gid: '12' });
    screen.press('space');
    expect([screen.query, screen.variables.replace(/\s/g, '')]).toEqual(['', '']);
    const own = afterProjects().row('GET /projects/{project_gid}').press('space');
    own.do({ type: 'variables/edited', text: '{"project_gid": "99"}' }).press('space');
    expect(JSON.parse(own.variables)).toEqual({ project_gid: '99' });
  });

  test('a ticked DELETE does not start with an object that exists', () => {
    const screen = afterProjects().row('DELETE /projects/{project_gid}').press('space');
    expect(JSON.parse(screen.variables)).not.toMatchObject({ project_gid: expect.stringMatching(/^1[23]$/) });
  });

  test('m and completion in Variables offer them for a placeholder', () => {
    const text = 'GET http://api.test/v1/projects/{{project_gid}}\n';
    const screen = afterProjects(text).do({ type: 'app/focus', pane: 'variables' });
    expect(JSON.parse(screen.press('m').variables)).toEqual({ project_gid: '12' });
    const typed = afterProjects(text).do({ type: 'app/focus', pane: 'variables' }, { type: 'app/edit' });
    expect(labels(typed.type('{"project_gid":').press('ctrl+n'))).toEqual(['12', '13']);
  });

  test('completion offers them in a path, a query and a JSON body', () => {
    const open = (text: string): Screen =>
      afterProjects(text).do({ type: 'app/focus', pane: 'query' }, { type: 'app/edit' }).press('ctrl+end');
    expect(labels(open('GET http://api.test/v1/projects').type('/'))).toEqual(['12', '13', '{project_gid}']);
    expect(labels(open('GET http://api.test/v1/tasks?project').type('='))).toEqual(['12', '13']);
    const body = 'POST http://api.test/v1/tasks\nContent-Type: application/json\n\n{"name": "x", "project_gid":';
    expect(labels(open(body).type(' '))).toEqual(['12', '13']);
    expect(labels(open(body.replace('project_gid', 'count')).type(' '))).toEqual([]);
    expect(labels(open(body.replace('"project_gid":', '"projects":')).type(' ['))).toEqual(['12', '13']);
  });

  test.each(['../../admin', '..', '.', '1/archive', '1?admin=1', '1#x', '1%2f2', '1\\2'])(
    'an identifier %j, which would change the rest of the URL, is not used in a path',
    gid => {
      const ticked = afterProject(gid).row('GET /projects/{project_gid}').press('space');
      expect(JSON.parse(ticked.variables)).not.toMatchObject({ project_gid: gid });
      const text = 'GET http://api.test/v1/projects/{{project_gid}}\n';
      const filled = afterProject(gid, text).do({ type: 'app/focus', pane: 'variables' }).press('m');
      expect(JSON.parse(filled.variables)).not.toMatchObject({ project_gid: gid });
      const path = afterProject(gid).do({ type: 'query/edited', text: 'GET http://api.test/v1/projects' });
      path.do({ type: 'app/focus', pane: 'query' }, { type: 'app/edit' }).press('ctrl+end').type('/');
      expect(labels(path)).toEqual(['{project_gid}']);
    },
  );

  test('an identifier with & is encoded in a query, and not used in Variables', () => {
    const query = part(afterProject('1&admin=1'), 'GET /tasks', 'project').press('enter');
    expect(query.query).toContain('/tasks?project=1%26admin%3D1');
    const text = 'GET http://api.test/v1/tasks?project={{project}}\n';
    const filled = afterProject('1&admin=1', text).do({ type: 'app/focus', pane: 'variables' }).press('m');
    expect(filled.variables).not.toContain('admin');
  });

  test('the response of another server contributes no objects', () => {
    const url = 'http://evil.test/v1/projects';
    const screen = forDescription({ query: `GET ${url}\n` }, tracker);
    answered(screen, projects, { method: 'GET', url });
    expect(screen.state.identity.seen ?? []).toEqual([]);
    const redirected = forDescription({ query: list }, tracker);
    answered(redirected, projects, { method: 'GET', url });
    expect(redirected.state.identity.seen ?? []).toEqual([]);
  });

  test('without a description, the type of the objects comes from the path of the request', () => {
    const screen = new Screen({
      kind: 'http',
      url: 'http://api.test',
      sdl: null,
      query: 'GET http://api.test/v2/users/\n',
    });
    answered(screen, [{ id: 3, login: 'ann' }], { method: 'GET', url: 'http://api.test/v2/users/' });
    expect(screen.state.identity.seen).toMatchObject([{ type: 'user', label: 'ann' }]);
  });
});
