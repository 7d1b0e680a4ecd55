/** The bookshop's OpenAPI description, compared with its server by a third-party package. */
import { OpenAPIBackend } from 'openapi-backend';
import { describeText } from '../support/fixtures/descriptions.js';
import { openDemo } from '../tui/demo.js';

let demo: Awaited<ReturnType<typeof openDemo>>;
let api: OpenAPIBackend;

beforeAll(async () => {
  demo = await openDemo();
  const definition = await (await fetch(`${demo.url}/openapi.json`)).json();
  api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { formats: { date: true } } });
  await api.init();
});
afterAll(() => demo.close());

test('the description has no problems, and the server links to it', async () => {
  const response = await fetch(`${demo.url}/openapi.json`);
  const { problems, operations } = describeText(await response.text(), response.url);
  expect(problems).toEqual([]);
  expect(operations).toHaveLength(api.getOperations().length);
  const { headers } = await fetch(`${demo.url}/`);
  expect(headers.get('link')).toBe('</openapi.json>; rel="service-desc"');
});

const login = { Authorization: 'Bearer demo-token' };
const basic = { Authorization: `Basic ${btoa('admin:secret123')}` };

test('each operation responds as described, and no operation is untested', async () => {
  const cases: readonly (readonly [
    id: string,
    method: string,
    path: string,
    status: number,
    body?: object,
    headers?: object,
  ])[] = [
    ['listBooks', 'GET', '/books?genre=NOVEL&limit=2', 200],
    ['addBook', 'POST', '/books', 201, { title: 'Persuasion' }],
    ['addBook', 'POST', '/books', 422, { title: 7 }],
    ['getBook', 'GET', '/books/1', 200],
    ['getBook', 'GET', '/books/9999', 404],
    ['replaceBook', 'PUT', '/books/2', 200, { title: 'Emma' }],
    ['changeBook', 'PATCH', '/books/2', 200, { price: 7.5 }],
    ['changeBook', 'PATCH', '/books/2', 422, { price: 'much' }],
    ['listAuthors', 'GET', '/authors', 200],
    ['privateBasic', 'GET', '/private/basic', 200, undefined, basic],
    ['privateBearer', 'GET', '/private/bearer', 200, undefined, login],
    ['privateBearer', 'GET', '/private/bearer', 401],
    ['privateKey', 'GET', '/private/key?api_key=demo-key', 200],
    ['removeBook', 'DELETE', '/books/3', 204],
  ];
  for (const [id, method, path, status, body, headers] of cases) {
    const response = await fetch(`${demo.url}${path}`, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([id, response.status]).toEqual([id, status]);
    const said = api.getOperation(id)?.responses?.[status];
    expect([id, status, said]).not.toEqual([id, status, undefined]);
    if (status === 204) continue;
    expect([id, api.validateResponse(await response.json(), id, status).errors]).toEqual([id, null]);
  }
  expect([...new Set(cases.map(([id]) => id))].sort()).toEqual(
    api
      .getOperations()
      .map(({ operationId }) => operationId)
      .sort(),
  );
});
