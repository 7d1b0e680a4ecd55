import { reduceForm } from './form/reduce.js';
import { reduceLogin } from './login.js';
import { reduceIdentity } from './reduce.js';
import { reduceSession } from './session.js';
import { reduceValues } from './values.js';

/** Reducers of the identity folder, by family of actions. */
export const identityReducers = {
  identity: reduceIdentity,
  login: reduceLogin,
  'login-form': reduceForm,
  session: reduceSession,
  values: reduceValues,
};
