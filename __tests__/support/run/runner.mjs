/**
 * Jest's test runner, with its framework (circus and `expect`) from one script. Otherwise, Jest would load some 60 modules again
 * for every test file, which takes longer than most of them run.
 */
import jestCircus from 'jest-circus/runner';

export default (globalConfig, config, environment, runtime, testPath, sendMessage) => {
  runtime.requireInternalModule = () => environment.loadFramework();
  return jestCircus.default(globalConfig, config, environment, runtime, testPath, sendMessage);
};
