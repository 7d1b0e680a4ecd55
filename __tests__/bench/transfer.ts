export const bench = async (_: readonly string[]): Promise<void> => {};
