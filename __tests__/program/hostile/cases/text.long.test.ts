/** Holds the promises [P4, P145] of `promises.md`. */
import { textCases } from '../../../support/hostile/cases/text.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('A', textCases);
