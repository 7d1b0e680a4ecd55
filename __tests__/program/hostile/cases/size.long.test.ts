import { sizeCases } from '../../../support/hostile/cases/size.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('B', sizeCases);
