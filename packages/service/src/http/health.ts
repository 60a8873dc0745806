// Addresses for those who run the service: is it alive, is it ready, and its figures.
import { Type } from 'typebox';
import { DomainError } from '../ground/errors.ts';
import { constantTimeEqual } from '../ground/constant-time.ts';
import { bearerToken } from './authenticate.ts';
import { type GatherMetrics, type Metrics, readMetrics } from './metrics.ts';
import type { Server } from './server.ts';

/** Why the part is not ready, in words that anyone may read; undefined if it is. */
export type ReadinessCheck = () => Promise<string | undefined>;

const checkTimeoutMs = 2000;

const Health = Type.Object(
  { status: Type.Literal('ok') },
  { additionalProperties: false, description: 'The check passed.', examples: [{ status: 'ok' }] },
);

export function registerHealthRoutes(
  server: Server,
  options: {
    readonly metrics: Metrics;
    readonly gatherMetrics?: GatherMetrics | undefined;
    /** The keys are names, for example `database`. Callers see the name. */
    readonly checks: Readonly<Record<string, ReadinessCheck>>;
    /** Undefined: the metrics are open to everyone. */
    readonly metricsToken: string | undefined;
  },
): void {
  const { metrics, gatherMetrics, checks, metricsToken } = options;

  server.get(
    '/livez',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getLiveness',
        tags: ['Operation'],
        summary: 'Check that the process is alive.',
        response: { 200: Health },
      },
    },
    () => ({ status: 'ok' as const }),
  );

  server.get(
    '/readyz',
    {
      config: { access: 'public', problems: ['unavailable'] },
      schema: {
        operationId: 'getReadiness',
        tags: ['Operation'],
        summary: 'Check that the process can answer requests.',
        response: { 200: Health },
      },
    },
    async () => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => {
          const why = await ask(check);
          return why === undefined ? [] : [`${name} (${why})`];
        }),
      );
      const failed = results.flat();
      if (server.draining.hasBegun()) failed.unshift('stopping');
      if (failed.length > 0) {
        throw new DomainError('unavailable', `Not ready: ${failed.join(', ')}.`);
      }
      return { status: 'ok' as const };
    },
  );

  server.get(
    '/metrics',
    {
      config: {
        answer: 'The metrics in the Prometheus text format.',
        access: 'public',
        produces: ['text/plain'],
        problems: ['invalid_token'],
      },
      schema: {
        operationId: 'getMetrics',
        tags: ['Operation'],
        summary: 'Read the metrics in the Prometheus text format.',
        description:
          'If the operator has set METRICS_TOKEN, send it as "Authorization: Bearer <METRICS_TOKEN>".',
        security: [{ metricsToken: [] }, {}],
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      if (metricsToken !== undefined) checkToken(request.headers.authorization, metricsToken);
      const text = await readMetrics(metrics.registry, gatherMetrics);
      return reply.header('content-type', metrics.registry.contentType).send(text);
    },
  );
}

function checkToken(authorization: string | undefined, expected: string): void {
  if (constantTimeEqual(bearerToken(authorization), expected)) return;
  throw new DomainError('invalid_token', 'The token does not match METRICS_TOKEN.');
}

async function ask(check: ReadinessCheck): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, checkTimeoutMs, 'no answer within two seconds');
  try {
    return await Promise.race([check(), promise]);
  } catch {
    return 'its check failed';
  } finally {
    clearTimeout(timer);
  }
}
