// Loaded before the program: no request ever gets a connection, and no timer keeps the process alive.
const { Agent } = require('node:http');
Agent.prototype.addRequest = () => {};
const { setTimeout } = globalThis;
globalThis.setTimeout = (...values) => setTimeout(...values).unref();
