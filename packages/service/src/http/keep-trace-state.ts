// Keeps the `tracestate` of a request that may change something, before its handler runs: the work that follows from it
// takes place later, and elsewhere.
import type { preHandlerAsyncHookHandler, RouteOptions } from 'fastify';
import { readTraceparent } from '../ground/trace.ts';
import { readTracestate } from '../ground/trace-state.ts';

export type KeepTraceState = (
  request: { readonly tenantId: string; readonly requestId: string },
  state: string,
) => Promise<void>;

export function isRead({ method }: Pick<RouteOptions, 'method'>): boolean {
  return [method].flat().every((one) => one === 'GET' || one === 'HEAD');
}

export function createKeepTraceState(keep: KeepTraceState): preHandlerAsyncHookHandler {
  return async function keepTraceState(request) {
    const { tracestate, traceparent } = request.headers;
    const { caller } = request;
    // A state without a trace means nothing.
    if (tracestate === undefined || caller === null || readTraceparent(traceparent) === undefined) {
      return;
    }
    const state = readTracestate(tracestate);
    if (state === undefined) return;
    const { tenantId } = caller;
    // The request matters more than the state: without a database, it is refused by its own statement.
    await keep({ tenantId, requestId: request.id }, state).catch(() => undefined);
  };
}
