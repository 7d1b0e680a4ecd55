import { framingCases } from '../../../support/hostile/cases/framing.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('C', framingCases);
