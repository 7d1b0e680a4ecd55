/** zstd data (RFC 8878) for servers: from Node if it has zstd (22.15), otherwise as uncompressed blocks. */
import zlib from 'node:zlib';

const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Uint8Array) => Buffer };
const maxBlock = 128 * 1024;

/** One frame, a single segment with its size. */
export function zstd(bytes: Uint8Array): Buffer {
  if (zstdCompressSync) return zstdCompressSync(bytes);
  const blocks: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += maxBlock) {
    const content = bytes.subarray(at, at + maxBlock);
    blocks.push(blockHead(0, content.length, at + maxBlock >= bytes.length), content);
  }
  return Buffer.concat([frameHead(bytes.length), ...blocks]);
}

/** One frame of zeros, four bytes for each 128 KiB. @param window size of the window, if it is not the size */
export function zstdZeros(size: number, window?: number): Buffer {
  const blocks: Uint8Array[] = [];
  for (let left = size; left > 0; left -= maxBlock)
    blocks.push(blockHead(1, Math.min(left, maxBlock), left <= maxBlock), Buffer.of(0));
  return Buffer.concat([window === undefined ? frameHead(size) : windowHead(window), ...blocks]);
}

const frameHead = (size: number): Buffer => {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(size, 5);
  return head;
};

const windowHead = (window: number): Buffer => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (Math.log2(window) - 10) << 3]);

const blockHead = (type: 0 | 1, size: number, isLast: boolean): Buffer => {
  const value = (size << 3) | (type << 1) | (isLast ? 1 : 0);
  return Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);
};
