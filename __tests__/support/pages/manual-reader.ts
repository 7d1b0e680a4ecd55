/** Setup for following the manual: the pages with commands, the files that they need, and the environment. */
import path from 'node:path';
import type { Follower } from './followed-page.js';
import { isLogin, manualPages, type PageStep, stepsOf } from './readme-commands.js';

/** Files that belong to the user. */
const found: Readonly<Record<string, string>> = {
  'report.json': '{"total": 1.0}',
  'bio.txt': 'Born in Bath.',
  'big.csv': 'a,b\n1,2\n',
  'cat.png': '\u0089PNG',
  'headers.txt': 'X-API-Key: demo-key\n',
  'copied.txt': 'curl http://localhost:4000/books/1',
  'operation.graphql': '{ authors { name } }',
  'operations.graphql':
    'query List { authors { name } } mutation Rate($id: ID!, $stars: Int!) { rateBook(id: $id, stars: $stars) { rating } }',
  'old.json': '{"openapi": "3.1.0", "info": {"title": "Bookshop", "version": "0"}, "paths": {"/gone": {"get": {}}}}',
  'requests.http': 'GET {{base}}/books?limit=many\n',
  'variables.json': '{"id": 1, "stars": 4}',
  'upload.graphql': 'mutation ($file: Upload!) { upload(file: $file) }',
};

/** The environment that the manual expects. */
const variables = 'export PASSWORD=secret123 TOKEN=demo-token SECRET=demo-secret KEY=demo-key';

/** A step with a title for its test. */
type TitledStep = readonly [title: string, step: PageStep];

/** Steps without a user at a login page. */
const unattended = (step: PageStep): boolean =>
  step.kind === 'file' || !isLogin(step.line) || !/_code:/.test(step.line);

/** The steps of a page. */
export const titledSteps = (page: string): readonly TitledStep[] =>
  stepsOf(page)
    .filter(unattended)
    .map(step => [step.kind === 'file' ? `save ${step.name}` : step.line, step]);

/** Pages with commands. The page of all flags has an example for each flag, which help.test.ts checks. */
export const followedPages: readonly (readonly [name: string, steps: readonly TitledStep[]])[] = manualPages
  .filter(page => !page.endsWith('flags.md'))
  .map(page => [path.relative('source/manual', page), titledSteps(page)] as const)
  .filter(([, steps]) => steps.some(([, { kind }]) => kind === 'command'));

/**
 * Creates what the pages take for granted.
 * @param schema schema of the demo
 */
export async function beginPage(reader: Follower, schema: string): Promise<void> {
  for (const [name, text] of Object.entries({ ...found, 'schema.graphql': schema }))
    await reader.follow({ kind: 'file', name, text });
  await reader.follow({ kind: 'command', line: variables });
}
