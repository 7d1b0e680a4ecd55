import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a temporary folder. */
export const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 't-'));
