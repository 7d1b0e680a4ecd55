import { runProgram } from '../support/program.js';

test('off a terminal apiclient demo prints one request and one query, with the commands that send them', async () => {
  const { code, stdout, stderr } = await runProgram(['demo']);
  expect(code).toBe(0);
  const [book, answer] = stdout.split('\n\n').map(text => JSON.parse(text));
  expect(book).toMatchObject({ title: 'Pride and Prejudice' });
  expect(answer.data.books.nodes).toHaveLength(3);
  expect(stderr).toMatch(
    /^\$ apiclient GET http:\/\/127\.0\.0\.1:\d+\/books\/1\n\$ apiclient graphql http\S+ --query '/,
  );
});

test('--silent leaves only the answers', async () => {
  expect(await runProgram(['demo', '--silent'])).toMatchObject({ code: 0, stderr: '' });
});
