import { localCases } from '../../../support/hostile/cases/local.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('G', localCases);
