/** `apiclient help http-files`: what stands in a file that `apiclient run` sends. */
import type { Guide } from './guide.js';

/** The topic, which the help of `run` shows too. */
export const httpFiles: Guide = {
  title: 'Files of requests (.http, .rest)',
  about: 'what stands in a .http file',
  paragraphs: [
    "What JetBrains' HTTP Client, VS Code's REST Client, Visual Studio and httpyac agree on: requests between ### lines, each a request line, headers, an empty line and a body. Redirects are followed with -L only. A request that fails ends its file; --keep-going goes on.",
  ],
  rows: [
    ['### NAME, # @name NAME', 'begins a request, and names it'],
    ['@name = value', 'a variable of the file'],
    [
      '{{name}}',
      'its value: from the command line, a capture, the file, --env; in this order. A name without a value is told before anything is sent',
    ],
    ['{{$uuid}}, {{$timestamp}}', 'made anew; also $isoTimestamp, $randomInt 1 10, $processEnv NAME, $dotenv NAME'],
    ['{{login.response.body.$.id}}', 'from the response to the request login; also login.response.headers.Location'],
    ['< ./FILE, <@ ./FILE', 'the body from a file; with @ its {{names}} are replaced'],
    ['> ./FILE, >> ./FILE', 'saves the body of the response; >> takes a new name if there is one'],
    ['GRAPHQL URL', 'a query, an empty line, and the variables as JSON'],
    ['# @assert status == 200', 'a check; a run whose only failures are checks exits with 11'],
    ['# @capture id = $.user.id', 'takes a value out of the response, for requests below'],
    ['# @flags -L --timeout 5', 'flags of this program, for this request'],
    ['# @retry 5 every 1s until status == 200', 'sends again, at most so often'],
    ['# @skip, # @no-cookie-jar, # @no-log', 'does not send it; keeps no cookies; does not print it'],
  ],
  example: [
    '@base = http://localhost:8080',
    '### login',
    '# @capture token = $.access_token',
    'POST {{base}}/login',
    'Content-Type: application/json',
    '',
    '{"user": "ada", "password": "{{password}}"}',
    '',
    '### me',
    '# @assert status == 200',
    'GET {{base}}/me',
    'Authorization: Bearer {{token}}',
  ],
  notes: [
    'http-client.env.json and http-client.private.env.json beside the file hold environments: {"dev": {"base": "http://localhost:8080", "password": "env:PASSWORD"}}. Values from env:NAME, file:PATH and the private file are never shown. Scripts are passed over with a note, or refused with --strict.',
  ],
};
