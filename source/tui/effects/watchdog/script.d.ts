/** `script:./FILE` is the text of that file, bundled into one script (`build/plugins.mjs`). */
declare module 'script:*' {
  const script: string;
  export default script;
}
