import { textCases } from '../../../support/hostile/cases/text.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('A', textCases);
