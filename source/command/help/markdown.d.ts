/** A page of the manual is imported as its blocks (`build/manual.mjs`). */
declare module '*.md' {
  const page: import('./page.js').Page;
  export default page;
}
