/** Replaces the code of a worker thread in bundles of esbuild alone: a thread that ends at once. */
export default '';
