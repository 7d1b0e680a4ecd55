/** Tracks zstd frames (RFC 8878 3.1) without decompressing, because Node 22 treats truncated data as complete. */

/** Determines whether the data so far ends with a frame. */
export interface FrameFollower {
  /** Reads bytes up to the end of a frame, and returns how many. */
  follow(bytes: Uint8Array): number;
  /** False inside a frame. */
  readonly whole: boolean;
  /** The largest window that a frame has announced, in bytes (RFC 8878 3.1.1.1.2). */
  readonly window: number;
}

const frameMagic = 0xfd2fb528;
/** Magic number of skippable frames, whose last four bits vary. */
const skippableMagic = 0x184d2a50;

/** Number of bytes to read as a little-endian number, or to skip. */
interface FrameField {
  readonly kind: 'read' | 'skip';
  readonly bytes: number;
  /** True for the first field of a frame. */
  readonly first?: true;
}

const read = (bytes: number): FrameField => ({ kind: 'read', bytes });
const skip = (bytes: number): FrameField => ({ kind: 'skip', bytes });

const dictionaryIdBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;

function* steps(onWindow: (bytes: number) => void): Generator<FrameField, void, number> {
  for (;;) {
    const magic = yield { kind: 'read', bytes: 4, first: true };
    if (magic === frameMagic) yield* frame(onWindow);
    else if ((magic & 0xfffffff0) >>> 0 === skippableMagic) yield skip(yield read(4));
    // Not a frame, so the decoder will reject it.
    else return;
  }
}

function* frame(onWindow: (bytes: number) => void): Generator<FrameField, void, number> {
  const descriptor = yield read(1);
  const single = (descriptor >> 5) & 1;
  const size = contentSizeBytes[(descriptor >> 6) as 0 | 1 | 2 | 3] || single;
  if (!single) {
    const window = yield read(1);
    onWindow(2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8));
  }
  yield skip(dictionaryIdBytes[(descriptor & 3) as 0 | 1 | 2 | 3]);
  const content = yield read(size);
  // A size of two bytes begins at 256.
  if (single) onWindow(content + (size === 2 ? 256 : 0));
  for (;;) {
    const block = yield read(3);
    const repeatsOneByte = ((block >> 1) & 3) === 1;
    yield skip(repeatsOneByte ? 1 : block >> 3);
    if (block & 1) break;
  }
  yield skip((descriptor >> 2) & 1 ? 4 : 0);
}

/** Starts at the beginning of the data. No data at all counts as complete. */
export function zstdFrames(): FrameFollower {
  let window = 0;
  const data = steps(bytes => {
    window = Math.max(window, bytes);
  });
  let step = data.next().value as FrameField | undefined;
  let left = 4;
  let number = 0;
  let whole = true;

  /** Advances once all bytes of a field are available. */
  const advance = (): void => {
    while (step && left === 0) {
      step = data.next(number).value as FrameField | undefined;
      number = 0;
      left = step?.bytes ?? 0;
      whole = step === undefined || step.first === true;
    }
  };

  return {
    get whole() {
      return whole;
    },
    get window() {
      return window;
    },
    follow(bytes) {
      let at = 0;
      while (step && at < bytes.length) {
        whole = false;
        if (step.kind === 'skip') {
          const some = Math.min(left, bytes.length - at);
          at += some;
          left -= some;
        } else {
          number += (bytes[at++] ?? 0) * 256 ** (step.bytes - left);
          left--;
        }
        advance();
        if (whole && step) return at;
      }
      return bytes.length;
    },
  };
}
