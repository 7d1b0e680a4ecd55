/** Loaded before a program whose system calls are to fail: names its main thread and the only one of libuv's pool, and waits until one is traced. */
const fs = require('node:fs');

const tasks = () => fs.readdirSync('/proc/self/task');
const before = new Set(tasks());
fs.stat('/', () => {});
let worker;
while (worker === undefined) worker = tasks().find(task => !before.has(task));
const thread = process.env.FAULT_THREAD === 'main' ? String(process.pid) : worker;
fs.writeFileSync(`${process.env.FAULT_FILE}.new`, thread);
fs.renameSync(`${process.env.FAULT_FILE}.new`, process.env.FAULT_FILE);

function isTraced() {
  try {
    return /^TracerPid:\s*[1-9]/m.test(fs.readFileSync(`/proc/self/task/${thread}/status`, 'utf8'));
  } catch {
    // The first call that was made to fail.
    return true;
  }
}
while (!isTraced());
