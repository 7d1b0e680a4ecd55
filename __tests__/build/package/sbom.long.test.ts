/** The bill of materials: valid, complete, and reproducible. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { bundle } from '../../../source/build/bundle.mjs';
import { billOfMaterials } from '../../../source/build/package/sbom.mjs';
import { replacements } from '../../../source/build/replacements.mjs';
import { cliFile } from '../../support/program.js';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly Component[];
}

interface Bom {
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const root = path.resolve('.');
const versions = { node: '24.1.0', modules: '137', napi: '10', openssl: '3.5.1', v8: '13.6.1' };
let metafiles: readonly object[];
let text: string;
let bom: Bom;

beforeAll(async () => {
  const built = await bundle({ root, outdir: path.join(root, 'dist'), wanted: replacements, lazily: true });
  metafiles = Object.values(built.metafiles).filter(each => each !== undefined);
  text = billOfMaterials(root, metafiles, 1_700_000_000);
  bom = JSON.parse(text);
});

const nameOf = ({ group, name, version }: Component): string => `${group ? `${group}/` : ''}${name} ${version}`;

test('is valid by the schema of CycloneDX 1.6', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
  expect(await validator.validate(billOfMaterials(root, metafiles, 0, versions))).toBeNull();
  expect(await validator.validate(text.replace('"type": "application"', '"type": "applicationn"'))).not.toBeNull();
});

test('is reproducible, and contains the given time', () => {
  expect(billOfMaterials(root, metafiles, 1_700_000_000)).toBe(text);
  expect(bom.metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
});

test('lists the packages whose licences are in NOTICE', () => {
  const notice = readFileSync(path.join(path.dirname(cliFile), 'NOTICE'), 'utf8');
  const licensed = [...notice.matchAll(/^-{78}\n(\S+ \S+) \(.*\)\n-{78}$/gm)].map(([, name]) => name);
  expect(licensed.length).toBeGreaterThan(50);
  expect([...new Set(bom.components.map(nameOf))].sort()).toEqual([...new Set(licensed)].sort());
});

test('has the licence, the package URL and the lock file digest of each package', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const component of bom.components) {
    expect([component.name, component.licenses?.length]).toEqual([component.name, 1]);
    expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
    const { integrity } = packages[component['bom-ref'].split('|')[0] ?? ''];
    const digest = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(component.hashes).toEqual([{ alg: 'SHA-512', content: digest }]);
  }
});

test('lists packages bundled inside a package', () => {
  const meow = bom.components.find(({ name }) => name === 'meow');
  expect(meow?.components?.map(({ name }) => name)).toContain('yargs-parser');
});

test('lists dependencies by existing references', () => {
  const names = [bom.metadata.component, ...bom.components.flatMap(each => [each, ...(each.components ?? [])])].map(
    each => each['bom-ref'],
  );
  expect(new Set(names).size).toBe(names.length);
  for (const { ref, dependsOn = [] } of bom.dependencies)
    expect(names).toEqual(expect.arrayContaining([ref, ...dependsOn]));
  const of = (name: string) =>
    bom.dependencies.find(({ ref }) => ref.includes(`npm/${name}@`))?.dependsOn?.map(ref => ref.replace(/.*npm\//, ''));
  expect(of('ink')?.some(name => name.startsWith('yoga-layout@'))).toBe(true);
  expect(of('apiclient')?.some(name => name.startsWith('got@'))).toBe(true);
  expect(of('apiclient')?.some(name => name.startsWith('yoga-layout@'))).toBe(false);
});

test('lists Node and its components if the package includes it', () => {
  const { components }: Bom = JSON.parse(billOfMaterials(root, metafiles, 0, versions));
  const node = components.find(({ name }) => name === 'node');
  expect(node).toMatchObject({ version: '24.1.0', purl: 'pkg:generic/node@24.1.0' });
  expect(node?.components?.map(nameOf)).toEqual(['openssl 3.5.1', 'v8 13.6.1']);
  expect(components).toHaveLength(bom.components.length + 1);
});
