/** Roles of HTTP methods. `plain/` and `tui/` assign colours to them. */

/** The effect of a method: it reads, creates, changes or deletes (RFC 9110 9.3, RFC 5789). */
export const methodRoles = ['methodRead', 'methodCreate', 'methodChange', 'methodDelete'] as const;

export type MethodRole = (typeof methodRoles)[number];

const roles: Readonly<Record<string, MethodRole>> = {
  ...{ GET: 'methodRead', HEAD: 'methodRead', OPTIONS: 'methodRead', TRACE: 'methodRead', QUERY: 'methodRead' },
  ...{ POST: 'methodCreate', PUT: 'methodChange', PATCH: 'methodChange', DELETE: 'methodDelete' },
};

/** Returns `undefined` for a method whose effect is unknown. Methods are case-sensitive (RFC 9110 9.1). */
export const methodRole = (method: string): MethodRole | undefined =>
  Object.hasOwn(roles, method) ? roles[method] : undefined;
