import type { HopPlan } from '../../../core/request/redirect.js';
import { fieldValues } from '../../../core/response/field-values.js';
import type { ExchangeContext, HopResponse } from '../exchange-context.js';
import { requestUrl } from '../hop.js';

/**
 * Stores the cookies of a response. Notes a failure to save them.
 * @param isFollowed true if the exchange continues; without a jar, its next requests send the cookies, as in a browser
 */
export async function storeCookies(
  { head }: HopResponse,
  plan: HopPlan,
  exchange: ExchangeContext,
  isFollowed = false,
): Promise<void> {
  const lines = fieldValues(head.headers, 'set-cookie');
  if (lines.length === 0) return;
  if (isFollowed) exchange.jar ??= (await import('./jar.js')).memoryJar(exchange.environment);
  await exchange.jar?.take(lines, requestUrl(plan).href);
  const unsaved = await exchange.jar?.save();
  if (unsaved) exchange.note(unsaved.text);
}
