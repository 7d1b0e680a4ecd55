import type { Failure } from '../../../core/failure.js';
import type { HopPlan } from '../../../core/request/redirect.js';
import { fieldValues } from '../../../core/response/field-values.js';
import type { ResponseHead } from '../exchange.js';
import { requestUrl } from '../hop.js';
import type { Jar } from './jar.js';

/** Stores the cookies of a response. Returns the failure to save them, if any. */
export async function storeCookies(jar: Jar, head: ResponseHead, plan: HopPlan): Promise<Failure | undefined> {
  const lines = fieldValues(head.headers, 'set-cookie');
  if (lines.length === 0) return undefined;
  await jar.take(lines, requestUrl(plan).href);
  return jar.save();
}
