import { socketCases } from '../../../support/hostile/cases/sockets.js';
import { tryCases } from '../../../support/hostile/try-cases.js';

tryCases('F', socketCases);
