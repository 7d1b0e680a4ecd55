/**
 * Serves a provider that has a `fetch` handler, until standard input ends. Prints the port. `POST /-/NAME` calls a function of
 * `controls` with the body.
 */
import http from 'node:http';

export function serve(create, controls) {
  let answer;
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const [, control] = /^\/-\/(\w+)$/.exec(request.url) ?? [];
    if (control) {
      controls[control](String(body ?? ''));
      return response.end();
    }
    const url = `http://127.0.0.1:${server.address().port}${request.url}`;
    const reply = await answer(new Request(url, { method: request.method, headers: request.headers, body }));
    const headers = [...reply.headers].filter(([name]) => name !== 'set-cookie');
    response.writeHead(reply.status, { ...Object.fromEntries(headers), 'set-cookie': reply.headers.getSetCookie() });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1', async () => {
    const { port } = server.address();
    answer = await create(`http://127.0.0.1:${port}`);
    process.stdout.write(`${port}\n`);
  });
  process.stdin.on('end', () => process.exit()).resume();
}
