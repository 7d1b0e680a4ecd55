/** A description in many files, organized as DigitalOcean's: one file for each operation, model and response. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';

const files = {
  'root.yaml': `openapi: "3.0.0"
info:
  title: Ocean
  version: "2.0"
  description:
    $ref: "description.yml#/introduction"
servers:
  - url: "https://api.ocean.example"
paths:
  /v2/droplets:
    post:
      $ref: 'resources/droplets/create.yml'
  /v2/volumes:
    post:
      $ref: 'resources/volumes/create.yml'
components:
  securitySchemes:
    default:
      $ref: 'shared/bearer.yml'
`,
  'description.yml': 'introduction: |\n  # Welcome\n',
  'shared/bearer.yml': 'type: http\nscheme: bearer\n',
  'shared/headers.yml': 'limit:\n  schema: {type: integer}\n',
  'shared/error.yml': 'type: object\nproperties:\n  message: {type: string}\n',
  'shared/unexpected.yml': `description: Unexpected error
headers:
  default:
    $ref: 'headers.yml#/limit'
content:
  application/json:
    schema:
      $ref: 'error.yml'
`,
  ...Object.fromEntries(
    ['droplets', 'volumes'].flatMap(name => [
      [
        `resources/${name}/create.yml`,
        `operationId: ${name}_create
requestBody:
  required: true
  content:
    application/json:
      schema:
        $ref: 'models/create.yml'
      examples:
        Simple:
          $ref: 'examples.yml#/simple'
responses:
  default:
    $ref: '../../shared/unexpected.yml'
x-codeSamples:
  - $ref: 'examples/curl/missing.yml'
security:
  - default:
    - '${name}:create'
`,
      ],
      [
        `resources/${name}/models/create.yml`,
        `type: object\nrequired: [name]\nproperties:\n  name: {type: string}\n  ${name}:\n    type: array\n    items:\n      $ref: 'create.yml'\n`,
      ],
      [
        `resources/${name}/examples.yml`,
        `simple:\n  summary: A simple one\n  value:\n    name: first of the ${name}\n`,
      ],
    ]),
  ),
};

function inFolder(...words: readonly string[]) {
  const home = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  }
  return runProgram(['openapi', 'root.yaml', ...words], { home });
}

test('operations, bodies and examples of all files are read, and references in extensions are not reported', async () => {
  const { stdout, stderr } = await inFolder();
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringContaining('POST /v2/droplets\tdroplets_create'),
    expect.stringContaining('POST /v2/volumes\tvolumes_create'),
  ]);
  expect(stderr).toBe('apiclient: Ocean 2.0 (OpenAPI 3.0.0): 2 operations, 0 schemas, at https://api.ocean.example\n');
  const printed = await inFolder('--call', 'volumes_create', '--print-request');
  expect(printed.stdout).toContain('{"name":"first of the volumes"}');
  expect(printed.stderr).toContain('requires authentication: -B TOKEN (HTTP Bearer)');
});

test('schemas are named after their files, and the response "default" is read', async () => {
  const { stdout } = await inFolder('--describe', 'droplets_create');
  expect(stdout).toContain('Body  application/json, required: models_create\n');
  expect(stdout).toContain('  default  Unexpected error  application/json: error\n');
  const other = (await inFolder('--describe', 'volumes_create')).stdout;
  expect(other).toContain('Body  application/json, required: volumes_models_create\n');
  expect(other).toContain('volumes: [volumes_models_create] ↻');
});
