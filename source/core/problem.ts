/**
 * Returns true if a function returned a problem instead of a result. A problem is an error message without an exit code; the
 * caller adds where the text came from and turns it into a `Failure`, a note or a message on the screen.
 */
export const isProblem = <T extends object>(result: T): result is Extract<T, { readonly problem: string }> =>
  typeof (result as { readonly problem?: unknown }).problem === 'string';
