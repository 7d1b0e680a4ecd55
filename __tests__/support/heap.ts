/** Objects that remain after a full garbage collection, for tests of leaks. */
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Growth of the JavaScript heap caused by the work, in MiB. */
export function heldMiB(work: () => void): number {
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = held();
  work();
  return held() - before;
}
