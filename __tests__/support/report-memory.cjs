// For NODE_OPTIONS=--require: writes the peak memory of the process in KiB to the file $MEMORY_FILE when it exits. On Linux,
// maxRSS includes the time before the exec, when the process was still a copy of its parent. VmHWM starts with the program.
const { readFileSync, writeFileSync } = require('node:fs');

function peak() {
  try {
    return /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return String(process.resourceUsage().maxRSS);
  }
}

process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, peak()));
