import { schemaCases } from '../../../support/hostile/cases/schema.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('E', schemaCases);
