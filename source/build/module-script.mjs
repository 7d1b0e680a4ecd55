/** Turns an ES module, as esbuild prints it, into a script: only a script can be served by V8's code cache. */
import { isBuiltin } from 'node:module';

/** esbuild leaves regular expressions as they are, and scripts are read as one byte for each character. */
export const ascii = text =>
  text.replace(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `import a, { b as c } from "node:x";` -> what takes the same names from require. */
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

/** One module, as esbuild prints it, as an async function with the parameters that cli.ts gives to program.cjs. */
export function moduleAsScript(text) {
  const imports = [];
  // An import holds before the first line is run, wherever it stands.
  const body = ascii(text)
    .replace(/(?<=^|[;\n}])import\s?([^'"();]+?)\s?from\s?"([^"]+)";/g, (all, clause, name) => {
      if (!isBuiltin(name)) return all;
      imports.push(requiring(clause, name));
      return '';
    })
    .replace(/\bimport\("([^"]+)"\)/g, (all, name) => {
      if (isBuiltin(name)) return `Promise.resolve(builtin(${JSON.stringify(name)}))`;
      // What is neither of ours nor of Node's is a package that nobody bundled: its importer is ready for a refusal.
      return name.startsWith('./') ? `importChunk(${JSON.stringify(name)})` : all;
    })
    .replace(/export\s?\{([^}]*)\};?\s*$/, (_, list) => {
      const members = list.split(',').map(each => each.trim().split(/\s+as\s+/));
      return `Object.assign(exports,{${members.map(([name, as = name]) => `${as}:${name}`).join()}});`;
    });
  const builtin = 'const builtin=name=>{const real=require(name);return {__proto__:real,default:real}};';
  return `(async function (exports, require, module, __filename, __dirname, importChunk) {"use strict";${builtin}${imports.join('')}\n${body}\n})`;
}
