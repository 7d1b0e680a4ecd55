/** Parses the headers of HTTP/2 frames (RFC 9113, section 4.1) from chunks of any size. */

export const frameTypes = { data: 0, headers: 1, reset: 3, goaway: 7 } as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** Length of the payload in bytes. */
  readonly length: number;
  /** First 1024 bytes of the payload of RST_STREAM and GOAWAY; empty for other types. */
  readonly payload: Buffer;
}

/** Size of a frame header in bytes. */
const headerSize = 9;

const maxPayload = 1024;

/** Bytes that a client sends before its first frame (RFC 9113, section 3.4). */
export const prefaceSize = 24;

/**
 * Returns a function that takes bytes and calls `onFrame` for each frame as soon as its header is known.
 * @param skipped bytes before the first frame
 */
export function frameReader(onFrame: (frame: Frame) => void, skipped = 0): (bytes: Buffer) => void {
  let skip = skipped;
  let pending: Buffer | undefined;
  return bytes => {
    let rest = pending ? Buffer.concat([pending, bytes]) : bytes;
    pending = undefined;
    while (rest.length > skip) {
      rest = rest.subarray(skip);
      skip = 0;
      const frame = frameAt(rest);
      if (!frame) {
        pending = rest;
        return;
      }
      onFrame(frame);
      skip = headerSize + frame.length;
    }
    skip -= rest.length;
  };
}

/** The frame at the start, or `undefined` if its header or its payload is incomplete. */
function frameAt(bytes: Buffer): Frame | undefined {
  if (bytes.length < headerSize) return undefined;
  const length = bytes.readUIntBE(0, 3);
  const type = bytes.readUInt8(3);
  const hasPayload = type === frameTypes.reset || type === frameTypes.goaway;
  const end = headerSize + (hasPayload ? Math.min(length, maxPayload) : 0);
  if (bytes.length < end) return undefined;
  return {
    type,
    flags: bytes.readUInt8(4),
    stream: bytes.readUInt32BE(5) & 0x7fffffff,
    length,
    payload: bytes.subarray(headerSize, end),
  };
}
