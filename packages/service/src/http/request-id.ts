// Request ids: unique, short, and cheap. 72 random bits say which process, a counter which request. A request that is
// traced has the context of its span as its id, so that its groups and events belong to the trace, too.
import type { IncomingMessage } from 'node:http';
import {
  newContext,
  noTracer,
  readTraceparent,
  type Tracer,
  writeTraceparent,
} from '../ground/trace.ts';

/** @param request undefined where it could not be read */
export type NextRequestId = (request?: Pick<IncomingMessage, 'headers'>) => string;

/** @param randomBytes a CSPRNG, asked once, and for each request that is traced */
export function createRequestIds(
  randomBytes: (size: number) => Buffer,
  tracer: Tracer = noTracer,
): NextRequestId {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (request) => {
    const parent = readTraceparent(request?.headers['traceparent']);
    if (parent !== undefined || tracer.isOn) {
      return writeTraceparent(newContext(parent, randomBytes));
    }
    return prefix + (count++).toString(36).padStart(6, '0');
  };
}
