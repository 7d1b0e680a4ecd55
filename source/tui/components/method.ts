/** Colours of HTTP methods, by their effect (RFC 9110 9.3, RFC 5789). */
import type { Role } from '../model/theme.js';
import type { Line } from './line.js';

const roles: Readonly<Record<string, Role>> = {
  ...{ GET: 'methodRead', HEAD: 'methodRead', OPTIONS: 'methodRead', TRACE: 'methodRead', QUERY: 'methodRead' },
  ...{ POST: 'methodCreate', PUT: 'methodChange', PATCH: 'methodChange', DELETE: 'methodDelete' },
};

const named = /^([A-Z]+) (?=\/|\S+:\/\/|\{\{)/;

/** Colours the method at the start of each span that has no other colour, such as `GET /books`. */
export const withMethods = (line: Line): Line =>
  line.flatMap(span => {
    const method = span.role === undefined || span.role === 'strong' ? named.exec(span.text)?.[1] : undefined;
    const role = method === undefined ? undefined : roles[method];
    if (method === undefined || role === undefined) return [span];
    return [
      { text: method, role },
      { ...span, text: span.text.slice(method.length) },
    ];
  });
