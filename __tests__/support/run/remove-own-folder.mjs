/** Jest's `globalTeardown`: what `own-folder.mjs` made. */
export default () => globalThis.removeOwnFolder?.();
