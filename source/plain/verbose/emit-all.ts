import type { WireEvent } from '../../io/http/wire-event.js';

type EmitWireEvent = (event: WireEvent) => void;

/** Combines observers into one, or returns undefined if there are none. */
export function emitAll(all: readonly (EmitWireEvent | undefined)[]): EmitWireEvent | undefined {
  const present = all.filter(each => each !== undefined);
  if (present.length < 2) return present[0];
  return event => {
    for (const each of present) each(event);
  };
}
