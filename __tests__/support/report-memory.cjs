// For NODE_OPTIONS=--require: writes the process's peak memory in KiB to the file $MEMORY_FILE when it ends. Linux counts
// maxRSS from before the exec, when the process was still a copy of its parent; VmHWM begins with the program.
const { readFileSync, writeFileSync } = require('node:fs');

function peak() {
  try {
    return /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return String(process.resourceUsage().maxRSS);
  }
}

process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, peak()));
