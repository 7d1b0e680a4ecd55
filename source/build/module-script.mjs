/** Converts an ES module printed by esbuild into a script, because V8's code cache only serves scripts. */
import { isBuiltin } from 'node:module';

/** Escapes non-ASCII characters in regular expressions. esbuild leaves them unchanged, but scripts are read as latin-1. */
export const ascii = text =>
  text.replace(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `import a, { b as c } from "node:x";` -> the same names from require. */
function requiring(clause, name) {
  const from = `builtin(${JSON.stringify(name)})`;
  const [, all] = /^\*\s?as ([\w$]+)$/.exec(clause) ?? [];
  if (all) return `const ${all}=${from};`;
  const [, standard] = /^([\w$]+)/.exec(clause) ?? [];
  const [, list] = /\{(.*)\}$/.exec(clause) ?? [];
  const names = [
    ...(standard ? [`default:${standard}`] : []),
    ...(list ? list.split(',').map(each => each.trim().replace(/\s+as\s+/, ':')) : []),
  ];
  return `const {${names.join()}}=${from};`;
}

/** Returns a module as an async function with the parameters that cli.ts passes to program.cjs. */
export function moduleAsScript(text) {
  const imports = [];
  // Imports are hoisted.
  const body = ascii(text)
    .replace(/(?<=^|[;\n}])import\s?([^'"();]+?)\s?from\s?"([^"]+)";/g, (all, clause, name) => {
      if (!isBuiltin(name)) return all;
      imports.push(requiring(clause, name));
      return '';
    })
    .replace(/\bimport\("([^"]+)"\)/g, (all, name) => {
      if (isBuiltin(name)) return `Promise.resolve(builtin(${JSON.stringify(name)}))`;
      // Neither ours nor Node's: it is not bundled, and its importer handles the failure.
      return name.startsWith('./') ? `importChunk(${JSON.stringify(name)})` : all;
    })
    .replace(/export\s?\{([^}]*)\};?\s*$/, (_, list) => {
      const members = list.split(',').map(each => each.trim().split(/\s+as\s+/));
      return `Object.assign(exports,{${members.map(([name, as = name]) => `${as}:${name}`).join()}});`;
    });
  const builtin = 'const builtin=name=>{const real=require(name);return {__proto__:real,default:real}};';
  return `(async function (exports, require, module, __filename, __dirname, importChunk) {"use strict";${builtin}${imports.join('')}\n${body}\n})`;
}
