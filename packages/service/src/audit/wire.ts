// The log of the requests that API keys made, with its metric.
import { Counter } from 'prom-client';
import { DomainError } from '../ground/errors.ts';
import { createRequestLog, type RequestLog } from './request-log/request-log.ts';
import { createEntryWriter } from './request-log/write-entries.postgres.ts';
import type { Base } from '../postgres/base.ts';

export function wireRequestLog(base: Base): RequestLog {
  const { database, clock, steady, onError, registry } = base;
  const dropped = new Counter({
    name: 'groupwright_request_log_dropped_total',
    help: 'Requests of API keys that the request log does not contain, by reason: rate, memory or write.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['rate', 'memory', 'write']) dropped.inc({ reason }, 0);
  return createRequestLog({
    write: createEntryWriter(database),
    isTemporary: (error) => error instanceof DomainError && error.code === 'unavailable',
    onDropped: (reason, count) => dropped.inc({ reason }, count),
    onError,
    clock,
    steadyClock: steady,
  });
}
