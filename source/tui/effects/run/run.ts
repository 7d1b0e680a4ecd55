/** Runs an operation. Each event of the transport becomes an action with the run's ID. */
import { unexpectedFailure } from '../../../core/bug.js';
import { isFailure } from '../../../core/failure.js';
import { runLogged } from '../../../io/graphql/run-logged.js';
import type { RunRequest } from '../../model/effect.js';
import { beginRun } from '../background.js';
import type { Dispatch, EffectContext } from '../context.js';
import { endpointOf, reportAccount, sessionJar } from '../endpoint.js';
import { offerLogin } from '../look-for-login.js';
import { type Prepared, prepare, transportFor } from './prepare.js';
import { recordRun } from './record.js';
import { runReport } from './report.js';

/** Runs until the end, or until its controller in `world.running` is aborted. Never rejects: failures become actions. */
export function performRun(id: number, request: RunRequest, world: EffectContext, dispatch: Dispatch): Promise<void> {
  return world.currentId.run(id, () => run(id, request, world, dispatch));
}

async function run(id: number, request: RunRequest, world: EffectContext, dispatch: Dispatch): Promise<void> {
  // Another tab may be active by then.
  const { environment, identity } = world;
  const { signal, took, note, slowDown, end } = beginRun(id, world, dispatch);
  let prepared: Prepared | undefined;
  const report = runReport({ id, dispatch, took, now: () => environment.now(), prepared: () => prepared });
  const record = recordRun(request, world);
  try {
    const ready = prepare(request, world);
    if (isFailure(ready)) return report.fail(ready);
    prepared = ready;
    if (ready.operation.kind === 'subscription') slowDown();
    const endpoint = await endpointOf(request.url, world, identity);
    if (isFailure(endpoint)) return report.fail(endpoint);
    const transport = await transportFor(ready.operation, request, world);
    if (isFailure(transport)) return report.fail(transport);
    const onRefused = offerLogin(request.url, id, dispatch);
    const context = {
      environment,
      signal,
      note,
      onRefused,
      jar: sessionJar(request.url, world, identity),
      log: world.log,
    };
    for await (const event of runLogged(transport, ready.operation, endpoint, context)) {
      if (signal.aborted) return report.leave();
      record.take(event);
      // After any login that the run required.
      if (event.kind === 'head') reportAccount(endpoint, identity, dispatch);
      await report.take(event);
      if (event.kind === 'failed') return undefined;
    }
    report.done();
  } catch (error) {
    report.fail(unexpectedFailure(error));
  } finally {
    record.end(prepared, signal.aborted, took());
    end();
  }
}
