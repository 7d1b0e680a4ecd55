import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder below `parent` for the output of a measurement. It is removed when this process exits. */
export function passingFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'apiclient-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
