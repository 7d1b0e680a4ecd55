/** Jest's `globalTeardown`: removes the folder that `own-folder.mjs` created. */
export default () => globalThis.removeOwnFolder?.();
