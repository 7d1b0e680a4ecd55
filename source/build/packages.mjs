import path from 'node:path';

/** Returns name and folder of the package, or undefined for our files. */
export function packageOf(file) {
  const at = file.lastIndexOf('node_modules/');
  if (at < 0) return undefined;
  const words = file.slice(at + 'node_modules/'.length).split('/');
  const name = words.slice(0, words[0].startsWith('@') ? 2 : 1).join('/');
  return { name, folder: file.slice(0, at) + path.join('node_modules', name) };
}
