import type { WireEvent } from '../../io/http/wire-event.js';

type EmitWireEvent = (event: WireEvent) => void;

/** One observer for all of them; undefined if there are none. */
export function emitAll(all: readonly (EmitWireEvent | undefined)[]): EmitWireEvent | undefined {
  const heard = all.filter(each => each !== undefined);
  if (heard.length < 2) return heard[0];
  return event => {
    for (const each of heard) each(event);
  };
}
