// For NODE_OPTIONS=--require: writes the process's peak memory in KiB to the file $MEMORY_FILE when it ends.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS)));
