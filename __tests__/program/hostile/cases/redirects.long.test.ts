/** Holds the promise [P5] of `promises.md`. */
import { redirectCases } from '../../../support/hostile/cases/redirects.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('D', redirectCases);
