/** Holds the promise [P143] of `promises.md`. */
import { sizeCases } from '../../../support/hostile/cases/size.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('B', sizeCases);
