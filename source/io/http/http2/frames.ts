/** Parses the headers of HTTP/2 frames (RFC 9113, section 4.1) from chunks of any size. */

export const frameTypes = { data: 0, headers: 1, reset: 3, goaway: 7, continuation: 9 } as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** Length of the payload in bytes. */
  readonly length: number;
  /** First 1024 bytes of the payload of RST_STREAM and GOAWAY; empty for other types. */
  readonly payload: Buffer;
}

/** A frame without its payload. */
export type FrameHeader = Omit<Frame, 'payload'>;

/** Size of a frame header in bytes. */
const headerSize = 9;

const maxPayload = 1024;

/** Bytes that a client sends before its first frame (RFC 9113, section 3.4). */
export const prefaceSize = 24;

/** Returns a function that takes bytes and calls `onFrame` for each frame as soon as its header is complete. */
export const headerReader = (onFrame: (frame: FrameHeader) => void): ((bytes: Buffer) => void) =>
  reader(headerAt, onFrame, 0);

/**
 * Returns a function that takes bytes and calls `onFrame` for each frame as soon as its members are known.
 * @param skipped bytes before the first frame
 */
export const frameReader = (onFrame: (frame: Frame) => void, skipped = 0): ((bytes: Buffer) => void) =>
  reader(frameAt, onFrame, skipped);

function reader<T extends FrameHeader>(
  frameAt: (bytes: Buffer) => T | undefined,
  onFrame: (frame: T) => void,
  skipped: number,
): (bytes: Buffer) => void {
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

/** The header at the start, or `undefined` if it is incomplete. */
const headerAt = (bytes: Buffer): FrameHeader | undefined =>
  bytes.length < headerSize
    ? undefined
    : {
        length: bytes.readUIntBE(0, 3),
        type: bytes.readUInt8(3),
        flags: bytes.readUInt8(4),
        stream: bytes.readUInt32BE(5) & 0x7fffffff,
      };

/** The frame at the start, or `undefined` if its header or the part of its payload that is read is incomplete. */
function frameAt(bytes: Buffer): Frame | undefined {
  const header = headerAt(bytes);
  if (!header) return undefined;
  const hasPayload = header.type === frameTypes.reset || header.type === frameTypes.goaway;
  const end = headerSize + (hasPayload ? Math.min(header.length, maxPayload) : 0);
  return bytes.length < end ? undefined : { ...header, payload: bytes.subarray(headerSize, end) };
}
