/** The output of `--find` is passed to `--pick` and `--describe`, in a shell, on real schemas. */
import { cliFile, runProgram } from '../../support/program.js';
import { type SchemaName, schemaFile } from '../../support/schemas.js';

/** Runs a shell line in which `api` is the program with the schema. */
async function shell(name: SchemaName, line: string): Promise<string> {
  const script = `api() { "$NODE" "$CLI" graphql --schema "$SCHEMA" "$@" 2>"$HOME/said"; }
${line}`;
  const { code, stdout, stderr } = await runProgram(['-c', script], {
    command: ['sh'],
    variables: { NODE: process.execPath, CLI: cliFile, SCHEMA: schemaFile(name) },
  });
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${stdout} ${stderr}`);
  return stdout.replace(/\s+/g, ' ').trim();
}

test.each<[name: SchemaName, story: string, words: string, query: string]>([
  ['swapi', 'a field two types away', 'person homeworld name', 'query { person { homeworld { name } } }'],
  [
    'github',
    'through a connection',
    'repository issues title',
    'query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { issues { nodes { title } } } }',
  ],
  ['github', 'a name of one word', 'viewer', 'query { viewer { id } }'],
  ['saleor', 'a path without its middle part', 'order shipping city', 'query { order { shippingAddress { city } } }'],
  ['saleor', 'a mutation that is named', 'token refresh', 'mutation { tokenRefresh { __typename } }'],
  [
    'railway',
    'a field of an input object',
    'customDomainCreate(input: {domain:})',
    'mutation ($domain: String!, $environmentId: String!, $projectId: String!, $serviceId: String!) { customDomainCreate(input: {domain: $domain}) { id } }',
  ],
  ['hasura-intuition', 'names with underscores', 'vault share price', 'query { vault { current_share_price } }'],
  [
    'lens',
    'required arguments',
    'account bio',
    'query ($request: AccountRequest!) { account(request: $request) { metadata { bio } } }',
  ],
])('%s: %s', async (name, _, words, query) => {
  const found = await shell(
    name,
    `name="$(api --find '${words}' | head -n 1 | cut -f 1)"
api --pick "$name" --print-query; echo ---; api --describe "$name" | head -n 1`,
  );
  const [picked = '', description] = found.split('---');
  const flat = (text: string): string =>
    text
      .replace(/\([^)]*\)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  // The schema determines which arguments a path needs.
  expect(flat(picked)).toBe(flat(query));
  expect(description?.trim()).toBeTruthy();
});

test('every line found for a word can be described', async () => {
  const line = `api --find homeworld | cut -f 1 | while IFS= read -r name; do api --describe "$name" | head -n 1; done`;
  expect(await shell('swapi', line)).toBe('Person.homeworld: Planet Species.homeworld: Planet');
});

test('a mutation cannot be picked by its bare name, but by the path in the message', async () => {
  const line = `api --pick addStar --print-query || sed -n 2p "$HOME/said"`;
  expect(await shell('github', line)).toBe('Mutation has it: --pick mutation.addStar');
  const picked = await shell('github', `api --pick mutation.addStar --print-query`);
  expect(picked).toContain('addStar(input: $input)');
});
