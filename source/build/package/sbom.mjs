/** A bill of materials in CycloneDX format, from esbuild's metafiles: package.json lists development dependencies only. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundledFolders } from '../notices.mjs';

const { Contrib, Enums, Models, Serialize, Spec } = createRequire(import.meta.url)('@cyclonedx/cyclonedx-library');

const licenceOf = new Contrib.License.Factories.LicenseFactory(expression => {
  if (!/^[\w.+() -]+$/.test(expression)) throw new Error('no SPDX expression');
});

/** Package URL: type, name with scope, version (https://github.com/package-url/purl-spec). */
const purl = (type, name, version) =>
  `pkg:${type}/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;

/** `inside` is the parent's path; it distinguishes two copies of one version. */
function component(type, name, version, { ecosystem, licence, hash, inside }) {
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const made = new Models.Component(type, bare, { version, group, purl: purl(ecosystem, name, version) });
  made.bomRef.value = inside ? `${inside}|${made.purl}` : made.purl;
  if (licence) made.licenses.add(licenceOf.makeFromString(licence));
  if (hash) made.hashes.set(Enums.HashAlgorithm['SHA-512'], hash);
  return made;
}

const library = (name, version, more) =>
  component(Enums.ComponentType.Library, name, version, { ecosystem: 'npm', ...more });

/** Packages that a package bundles itself, as listed by rollup-plugin-license. */
function bundledInside(root, folder) {
  const file = path.join(root, folder, 'build/licenses.md');
  if (!existsSync(file)) return [];
  const found = readFileSync(file, 'utf8').matchAll(/^Name: (.+)\nVersion: (.+)\nLicense: (.+)$/gm);
  return [...found].map(([, name, version, licence]) => library(name, version, { licence, inside: folder }));
}

/** Resolves an import as Node does, and returns the folder. */
function resolved(folders, folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = path.join(at, 'node_modules', name);
    if (folders.includes(found)) return found;
    if (at === '') return undefined;
  }
}

function packagesIn(root, metafiles) {
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const folders = bundledFolders(metafiles);
  const about = folder => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const made = new Map(
    folders.map(folder => {
      const { name, version, license: licence } = about(folder);
      const integrity = /^sha512-(.+)$/.exec(locked[folder]?.integrity ?? '')?.[1];
      const hash = integrity && Buffer.from(integrity, 'base64').toString('hex');
      const each = library(name, version, { licence: licence?.type ?? licence, hash, inside: folder });
      for (const inner of bundledInside(root, folder)) each.components.add(inner);
      return [folder, each];
    }),
  );
  for (const [folder, each] of made) {
    const { dependencies = {}, peerDependencies = {} } = about(folder);
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const other = made.get(resolved(folders, folder, name));
      if (other) each.dependencies.add(other.bomRef);
    }
  }
  return made;
}

function runtime({ node, modules, napi, ...parts }) {
  const made = component(Enums.ComponentType.Platform, 'node', node, { ecosystem: 'generic', licence: 'MIT' });
  for (const [name, version] of Object.entries(parts))
    made.components.add(
      component(Enums.ComponentType.Library, name, version, { ecosystem: 'generic', inside: 'node' }),
    );
  return made;
}

/**
 * Returns the text of a bill of materials.
 * @param {string} root the project's folder
 * @param {readonly object[]} metafiles esbuild's, for everything in the package
 * @param {number} seconds its time, in seconds since 1970
 * @param {Record<string, string>} [versions] `process.versions` of a Node in the package
 */
export function billOfMaterials(root, metafiles, seconds, versions) {
  const {
    name,
    version,
    license: licence,
    devDependencies,
  } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const program = component(Enums.ComponentType.Application, name, version, { ecosystem: 'npm', licence });
  const packages = packagesIn(root, metafiles);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: program, timestamp: new Date(seconds * 1000) }),
  });
  for (const [folder, each] of packages) {
    bom.components.add(each);
    if (Object.keys(devDependencies).some(direct => folder === `node_modules/${direct}`))
      program.dependencies.add(each.bomRef);
  }
  if (versions) {
    const node = runtime(versions);
    bom.components.add(node);
    program.dependencies.add(node.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}
