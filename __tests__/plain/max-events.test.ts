/** `--max-events` of a request with a hostile event stream. */
import { Readable } from 'node:stream';
import { failureIn } from '../../source/core/failure.js';
import type { HttpResponse } from '../../source/io/http/exchange.js';
import { withMaxEvents } from '../../source/plain/parts/max-events.js';

const streamOf = (body: Readable): HttpResponse =>
  ({ headers: [['Content-Type', 'text/event-stream']], body }) as unknown as HttpResponse;

test.each(['x', 'data: x\n'])('an event that never ends, of %j, fails at its limit', async piece => {
  let pushed = 0;
  const endless = new Readable({
    read() {
      pushed += 1;
      this.push(pushed > 1000 ? null : pushed === 1 ? 'data: ' : piece.repeat(100));
    },
  });
  const { body } = withMaxEvents(streamOf(endless), 1, 5000);
  const error = await body.toArray().catch((reason: unknown) => reason);
  expect(failureIn(error)).toMatchObject({ kind: 'limit', text: expect.stringContaining('An event exceeds') });
  expect(pushed).toBeLessThan(900);
});
