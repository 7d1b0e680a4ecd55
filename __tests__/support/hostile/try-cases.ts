/** A test for each case of a group, and one that compares the results with `hostile.md`. */
import { closeServers } from '../servers/http-server.js';
import { closeTerminals } from '../terminal.js';
import { type Group, groups, type NumberedCase } from './case.js';
import { tryCase } from './judge.js';
import { type HostileServer, hostileServer } from './server.js';
import { rowOf, writeRows, writtenRows } from './table.js';

/** Time limit for the processes of a case, some of which process hundreds of megabytes. */
const caseTimeoutMs = 120_000;

/** Tries every case of a group with the built program. */
export function tryCases(group: Group, cases: readonly NumberedCase[]): void {
  const rows: string[] = [];
  let server: HostileServer;
  beforeAll(async () => {
    server = await hostileServer(cases);
  });
  afterEach(closeTerminals);
  afterAll(closeServers);
  describe(groups[group], () => {
    test.each(cases.map(each => [each.id, each.what, each] as const))(
      '%s: %s',
      async (_, __, which) => {
        rows.push(rowOf(which, await tryCase(which, server)));
      },
      caseTimeoutMs,
    );

    test('the table in hostile.md matches this run', () => {
      if (process.env.UPDATE_README === '1') writeRows(group, rows);
      if (rows.length === cases.length) expect(writtenRows(group)).toEqual(rows);
    });
  });
}
