/**
 * `node source/build/run.mjs __tests__/support/run/missing-packages.ts debian|homebrew` prints the packages to install on one
 * line.
 */
import { missingPackages } from '../programs.js';

const [, , system] = process.argv;
if (system !== 'debian' && system !== 'homebrew') throw new Error('Whose packages? debian or homebrew');
process.stdout.write(`${missingPackages(system).join(' ')}\n`);
