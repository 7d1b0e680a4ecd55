import { redirectCases } from '../../../support/hostile/cases/redirects.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('D', redirectCases);
