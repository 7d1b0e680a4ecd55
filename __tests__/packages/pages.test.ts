/**
 * The README and each page of the manual, followed from top to bottom by an ordinary user of a Debian that has only the archive
 * and the packages that the page instructs the reader to install.
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Follower, follower } from '../support/pages/followed-page.js';
import { beginPage, followedPages, titledSteps } from '../support/pages/manual-reader.js';
import { type Ended, runProgram } from '../support/program.js';
import { type CleanSystem, cleanSystem } from './clean-system.js';
import { packaged, version, withTools } from './support.js';

const archive = `apiclient-${version}-linux-x64.tar.gz`;
const readme = 'README.md';
const pages = [[readme, titledSteps(path.resolve(readme))] as const, ...followedPages];

/** Debian packages in a page's `apt install …` lines. */
function wantedBy(page: string): readonly string[] {
  const text = readFileSync(page === readme ? readme : path.join('source/manual', page), 'utf8');
  return [...text.matchAll(/`apt install ((?:[a-z]\w* ?)+)`/g)].flatMap(([, names = '']) => names.split(' '));
}

withTools(['root', 'debootstrap', 'chroot', 'unshare'], () => {
  let system: CleanSystem;
  let port = '';
  let schema = '';
  let stop = (): void => {};
  let ended: Promise<Ended> | undefined;

  beforeAll(async () => {
    system = cleanSystem('trixie');
    cpSync(packaged(archive), path.join(system.root, 'tmp', archive));
    const unpack = `mkdir -p ~/.local && tar -xzf /tmp/${archive} -C ~/.local --strip-components=1`;
    expect(system.inside(unpack, 'ada')).toMatchObject({ code: 0, stderr: '' });
    // Each runs in its own folder, which is in the PATH of the pages that need it.
    const tools = [...new Set(pages.flatMap(([page]) => wantedBy(page)))];
    expect(tools).not.toEqual([]);
    cpSync('/etc/resolv.conf', path.join(system.root, 'etc/resolv.conf'));
    const move = tools.map(tool => `mkdir -p /opt/${tool} && mv /usr/bin/${tool} /opt/${tool}/`);
    const install = ['apt-get update', `apt-get install -y --no-install-recommends ${tools.join(' ')}`, ...move];
    expect(system.inside(install.join(' && '))).toMatchObject({ code: 0 });
    port = await new Promise<string>((resolve, reject) => {
      ended = runProgram([], {
        command: system.command('exec apiclient demo --serve --port 0', 'ada'),
        onStart(child) {
          stop = () => void child.kill('SIGINT');
          child.stdout?.once('data', text => resolve(/:(\d+)\//.exec(`${text}`)?.[1] ?? ''));
          child.once('close', code => reject(new Error(`The demo exited with ${code}.`)));
        },
      });
    });
    schema = system.inside(`apiclient graphql :${port}/graphql --print-schema`, 'ada').stdout;
  }, 600_000);
  afterAll(async () => {
    stop();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    system.remove();
  });

  test('the system has neither Node nor any other tool', () => {
    for (const tool of ['node', 'git', 'curl', 'wget', 'jq', 'python3', 'openssl'])
      expect([tool, system.inside(`command -v ${tool}`).stdout]).toEqual([tool, '']);
  });

  describe.each(pages)('%s', (page, steps) => {
    let reader: Follower;
    beforeAll(async () => {
      const name = page.replaceAll('/', '-');
      const [homeThere, binThere] = [`/home/ada/${name}`, `/opt/page-${name}`];
      const [home, bin] = [path.join(system.root, homeThere), path.join(system.root, binThere)];
      for (const folder of [home, bin]) mkdirSync(folder);
      const searched = [binThere, ...wantedBy(page).map(tool => `/opt/${tool}`)].join(':');
      reader = follower(port, {
        home,
        bin,
        binThere,
        program: '/home/ada/.local/bin/apiclient',
        standIns: [],
        async sh(script) {
          system.inside(`chown -R ada:ada ${homeThere}`);
          return system.inside(`export HOME=${homeThere} PATH=${searched}:$PATH; cd\n${script}`, 'ada');
        },
      });
      if (page !== readme) await beginPage(reader, schema);
    });

    test.each(steps)('%s', async (_title, step) => {
      await reader.follow(step);
    });
  });
});
