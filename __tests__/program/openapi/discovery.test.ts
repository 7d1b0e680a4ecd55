/** Descriptions that frameworks serve by default, found from the address of the server or of its documentation page. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram } from '../../support/program.js';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Pages = Readonly<Record<string, string | { readonly location: string }>>;

/** A server with these pages; others are missing. */
async function serve(pages: Pages): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer(({ method, url = '' }, response) => {
    asked.push(`${method} ${url}`);
    const page = pages[url];
    if (typeof page === 'object') response.writeHead(302, { Location: page.location }).end();
    else {
      const type = page?.startsWith('<') ? 'text/html' : page?.startsWith('{') ? 'application/json' : 'text/plain';
      response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': type }).end(page ?? 'Not found');
    }
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Found', version: '1' },
  paths: { '/things': { get: { operationId: 'listThings', responses: {} } } },
});
const yaml =
  "openapi: 3.0.3\ninfo: {title: Found, version: '1'}\npaths: {/things: {get: {operationId: listThings, responses: {}}}}\n";
const swagger = JSON.stringify({ ...JSON.parse(json), openapi: undefined, swagger: '2.0' });

/** Default locations of frameworks. */
// biome-ignore format: one framework, one row
const frameworks: readonly (readonly [name: string, path: string, text: string])[] = [
  ['FastAPI', '/openapi.json', json],
  ['ASP.NET Core with Swashbuckle', '/swagger/v1/swagger.json', json],
  ['ASP.NET Core 9', '/openapi/v1.json', json],
  ['Spring Boot with springdoc', '/v3/api-docs', json],
  ['Spring Boot with springfox', '/v2/api-docs', swagger],
  ['NestJS', '/api-json', json],
  ['Fastify', '/documentation/json', json],
  ['Gin with swaggo', '/swagger/doc.json', swagger],
  ['Django REST framework with drf-spectacular', '/api/schema/', yaml],
  ['Django Ninja', '/api/openapi.json', json],
  ['the FastAPI project template', '/api/v1/openapi.json', json],
  ['Open Liberty', '/openapi', yaml],
  ['Flask-RESTX and hapi', '/swagger.json', swagger],
  ['Huma', '/openapi.yaml', yaml],
  ['go-swagger', '/swagger.yaml', yaml],
  ['apispec', '/docs/openapi.json', json],
  ['Express with swagger-jsdoc', '/api-docs', json],
];

test.each(frameworks)('%s: found at %s', async (_, path, text) => {
  const { url, asked } = await serve({ '/': '<p>Hello</p>', [path]: text });
  const { code, stdout, stderr } = await runProgram(['openapi', url]);
  expect([code, stdout]).toEqual([0, 'GET /things\tlistThings\t\n']);
  expect(stderr).toMatch(new RegExp(`Found (?:OpenAPI 3.0|Swagger 2.0) at ${path}\n`));
  expect(asked.length).toBeLessThanOrEqual(20);
  expect(asked.every(each => each.startsWith('GET '))).toBe(true);
});

const script = (name: string): string => `<html><title>Swagger UI</title><script src="./${name}"></script></html>`;

/** Documentation pages. The description is at a path that is not a default. */
// biome-ignore format: one page, one row
const pages: readonly (readonly [name: string, page: string, more: Pages])[] = [
  ['Swagger UI', "<div id='swagger-ui'></div><script>SwaggerUIBundle({ url: '/x/spec.json', dom_id: '#swagger-ui' })</script>", {}],
  ['Swagger UI with an initializer', script('swagger-initializer.js'),
    { '/docs/swagger-initializer.js': 'window.ui = SwaggerUIBundle({ url: "/x/spec.json" })' }],
  ['Swagger UI with a configuration', script('swagger-initializer.js'),
    { '/docs/swagger-initializer.js': 'SwaggerUIBundle({ url: "https://petstore.swagger.io/v2/swagger.json", configUrl: "/x/swagger-config" })',
      '/x/swagger-config': '{"urls":[{"url":"/x/spec.json","name":"a"}]}' }],
  ['Swashbuckle', script('index.js'), { '/docs/index.js': String.raw`var configObject = JSON.parse('{\"urls\":[{\"url\":\"/x/spec.json\"}]}')` }],
  ['swagger-ui-express', script('swagger-ui-init.js'), { '/docs/swagger-ui-init.js': `let options = {\n  "swaggerDoc": ${json},\n  "customOptions": {}\n}` }],
  ['ReDoc', "<redoc spec-url='/x/spec.json'></redoc>", {}],
  ['ReDoc by script', '<script>Redoc.init("/x/spec.json", {}, document.body)</script>', {}],
  ['Scalar', '<script id="api-reference" data-url="/x/spec.json"></script><script src="https://cdn.test/@scalar/api-reference"></script>', {}],
  ['Scalar with a configuration', '<script id="api-reference" data-configuration="{&quot;spec&quot;:{&quot;url&quot;:&quot;/x/spec.json&quot;}}"></script><!-- scalar -->', {}],
  ['RapiDoc', '<rapi-doc spec-url="/x/spec.json"></rapi-doc>', {}],
  ['Stoplight Elements', '<elements-api apiDescriptionUrl="/x/spec.json" router="hash"></elements-api>', {}],
];

test.each(pages)('the page of %s names its description', async (name, page, more) => {
  const { url, asked } = await serve({
    '/docs/': page,
    '/x/spec.json': name === 'swagger-ui-express' ? '{}' : json,
    ...more,
  });
  const { code, stdout } = await runProgram(['openapi', `${url}/docs/`]);
  expect([code, stdout]).toEqual([0, 'GET /things\tlistThings\t\n']);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test('a common location may redirect to the description', async () => {
  const { url } = await serve({ '/api-docs': { location: '/api-docs/v1.json' }, '/api-docs/v1.json': json });
  expect((await runProgram(['openapi', url])).stdout).toContain('listThings');
});

test('a description that cannot be read is reported if there is no other one', async () => {
  const broken = await serve({ '/swagger.json': 'swagger: "2.0"\npaths: [' });
  expect((await runProgram(['openapi', broken.url])).stderr).toMatch(/swagger\.json:\d+:\d+: /);
  const { url } = await serve({ '/swagger.json': 'swagger: "2.0"\npaths: [', '/api-json': json });
  expect((await runProgram(['openapi', url])).stdout).toContain('listThings');
});

test('an event stream that does not end is no description', async () => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const { code, stderr } = await runProgram(['openapi', url]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('No OpenAPI description found')]);
});

test('a server that redirects everything gets at most 20 requests', async () => {
  const { url, asked } = await serve(
    new Proxy<Pages>({}, { get: (_, path) => (path === '/' ? '<p>' : { location: `/login${String(path)}` }) }),
  );
  const { code, stderr } = await runProgram(['openapi', url]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('No OpenAPI description found')]);
  expect(asked.length).toBeLessThanOrEqual(20);
});

test("a page's description on another server is reported, not requested", async () => {
  const { url } = await serve({ '/docs': '<redoc spec-url="http://127.0.0.1:1/spec.json"></redoc>' });
  const { code, stderr } = await runProgram(['openapi', `${url}/docs`]);
  expect(code).toBe(1);
  expect(stderr).toContain('refers to a description on another server: http://127.0.0.1:1/spec.json');
});

test('the best of several descriptions is used', async () => {
  const { url } = await serve({ '/openapi.json': json, '/v2/api-docs': swagger });
  expect((await runProgram(['openapi', url])).stderr).toContain('Found OpenAPI 3.0 at /openapi.json');
});
