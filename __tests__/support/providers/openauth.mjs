/** An authorization server of npm @openauthjs/openauth. Only redirect URIs registered with `POST /-/register` are allowed. */
import { issuer } from '@openauthjs/openauth';
import { MemoryStorage } from '@openauthjs/openauth/storage/memory';
import { createSubjects } from '@openauthjs/openauth/subject';
import { serve } from './serve.mjs';

const registered = new Set();
const anything = { '~standard': { version: 1, vendor: 'test', validate: value => ({ value }) } };
const app = issuer({
  subjects: createSubjects({ user: anything }),
  storage: MemoryStorage(),
  // Its page logs in without a question.
  providers: {
    test: {
      type: 'test',
      init: (routes, context) => void routes.get('/authorize', at => context.success(at, { name: 'ada' })),
      client: async ({ clientID }) => ({ name: clientID }),
    },
  },
  allow: async ({ redirectURI }) => registered.has(redirectURI),
  success: async (context, { name }) => context.subject('user', { name }),
});

// Its errors are also printed.
console.error = () => {};
serve(() => request => app.fetch(request), { register: uri => void registered.add(uri) });
