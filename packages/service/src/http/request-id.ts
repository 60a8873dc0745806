// Request ids: unique, short, and cheap. 72 random bits say which process, a counter which request. A request that is
// traced has the context of its span as its id, so that its groups and events belong to the trace, too.
import type { IncomingMessage } from 'node:http';
import {
  newContext,
  noTracer,
  readTraceparent,
  type Tracer,
  writeTraceparent,
} from '../foundation/trace.ts';

/** @param request undefined where it could not be read */
export type NextRequestId = (request?: Pick<IncomingMessage, 'headers'>) => string;

/** @param randomBytes a CSPRNG, asked once, and for each request that is traced */
export function createRequestIds(
  randomBytes: (size: number) => Buffer,
  tracer: Tracer = noTracer,
): NextRequestId {
  const next = createCount(randomBytes(9).toString('base64url'));
  return (request) => {
    const parent = readTraceparent(request?.headers['traceparent']);
    if (parent !== undefined || tracer.isOn) {
      return writeTraceparent(newContext(parent, randomBytes));
    }
    return next();
  };
}

const lastDigits = Array.from({ length: 36 ** 2 }, (_, n) => n.toString(36).padStart(2, '0'));

/** Six digits of base 36, or more, of which the first ones change seldom. */
function createCount(prefix: string): () => string {
  let high = 0;
  let low = 0;
  let first = `${prefix}0000`;
  return () => {
    if (low === lastDigits.length) {
      high += 1;
      low = 0;
      first = prefix + high.toString(36).padStart(4, '0');
    }
    const digits = lastDigits[low] ?? '';
    low += 1;
    return first + digits;
  };
}
