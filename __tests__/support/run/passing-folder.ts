import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder below `parent` for what a measurement writes; it goes as this process ends. */
export function passingFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'apiclient-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
