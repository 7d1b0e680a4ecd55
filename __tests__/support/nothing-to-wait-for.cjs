// Loaded before the program: no request ever gets a connection, and no timer prevents the process from exiting. With
// STOP_READING, files are never read either.
const { Agent } = require('node:http');
const files = require('node:fs/promises');
Agent.prototype.addRequest = () => {};
if (process.env.STOP_READING)
  for (const name of ['readFile', 'open', 'stat']) files[name] = () => new Promise(() => {});
const { setTimeout } = globalThis;
globalThis.setTimeout = (...values) => setTimeout(...values).unref();
