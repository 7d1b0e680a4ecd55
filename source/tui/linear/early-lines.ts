/** Lines typed before the schema is loaded. They are carried out afterwards, in order. */
export interface EarlyLines {
  /** Adds a line if it has to wait. Returns whether it was added. */
  take(line: string): boolean;
  /** Carries out the lines that no longer have to wait. */
  goOn(): void;
  /** Drops all lines. Returns their number. */
  drop(): number;
}

interface EarlyLinesOptions {
  /** Whether a line without blanks around it needs the schema. */
  mustWait(line: string): boolean;
  canGoOn(): boolean;
  carryOut(line: string): void;
}

/** Commands that need no schema, even after lines that wait for it. */
const immediate = /^(?:help.*|where|status|stop|back|cancel|brief|verbose)$/i;

export function earlyLines({ mustWait, canGoOn, carryOut }: EarlyLinesOptions): EarlyLines {
  const waiting: string[] = [];
  let isWorking = false;
  return {
    take(line) {
      const trimmed = line.trim();
      if (immediate.test(trimmed) || (waiting.length === 0 && !mustWait(trimmed))) return false;
      waiting.push(line);
      return true;
    },
    goOn() {
      if (isWorking) return;
      isWorking = true;
      try {
        while (waiting.length > 0 && canGoOn()) carryOut(waiting.shift() ?? '');
      } finally {
        isWorking = false;
      }
    },
    drop: () => waiting.splice(0).length,
  };
}
