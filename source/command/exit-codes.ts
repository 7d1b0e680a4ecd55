/** The meaning of the exit codes, for `--help` and the manual; the numbers are in core/failure.ts. */
import { brokenSchemaCode, exitCodes } from '../core/failure.js';

export const exitCodeTable: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'answered'],
  [String(exitCodes.network), 'network, TLS, protocol, truncated body, file error'],
  [String(exitCodes.usage), 'usage: nothing was sent'],
  ['3, 4, 5', 'with --check-status: 3xx, 4xx, 5xx'],
  [String(exitCodes.redirects), 'too many redirects'],
  [String(exitCodes.login), 'login or token request failed'],
  [String(exitCodes.timeout), 'timeout'],
  [String(exitCodes.graphql), 'GraphQL answer with errors (data, if any, is printed)'],
  [String(brokenSchemaCode), '--diff-schema: something breaks'],
  [String(exitCodes.check), '--assert, # @assert: a check failed (the body is printed)'],
  [`${exitCodes.interrupted}, ${exitCodes.terminated}`, 'interrupted, terminated'],
  [String(exitCodes.broken_pipe), 'the reader of our output went away (quiet)'],
];
