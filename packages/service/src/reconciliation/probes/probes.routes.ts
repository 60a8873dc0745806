// GET and POST /directory/probes: what the probes of the connection saw, and a probe now.
import { DomainError } from '../../ground/errors.ts';
import type { Clock } from '../../ground/clock.ts';
import { isLimited } from '../../ground/group-limit.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { Directory } from '../../directory/directory.ts';
import { probeOf } from './probe-connection.ts';
import type { EndedProbe, ProbeStore } from './probe-store.ts';
import { Probes } from './probes.schema.ts';

function summaryOf(probe: EndedProbe) {
  const { probeId, origin, startedAt, finishedAt, outcome, failure } = probe;
  const { leftoversRemoved, leftBehind } = probe;
  const seen = (probe.assumptions ?? []).filter(({ state }) => state !== 'not_seen');
  const changed = seen.filter(({ state }) => state === 'changed').map(({ name }) => name);
  return {
    probeId,
    origin,
    startedAt,
    finishedAt,
    outcome,
    failure,
    changed,
    seen: seen.length,
    leftoversRemoved,
    leftBehind,
  };
}

export function registerProbeRoutes(
  server: Server,
  deps: {
    readonly store: ProbeStore;
    readonly directoryOf: (tenantId: string) => Directory;
    readonly clock: Clock;
  },
): void {
  const { store, directoryOf, clock } = deps;
  shareSchemas(server, [Probes]);

  function tenantOf(sender: ReturnType<typeof senderOf>): string {
    if (!isLimited(sender.within)) return sender.tenantId;
    const detail =
      'A probe is of the whole tenant. Use an API key without a limit to organisations or templates.';
    throw new DomainError('forbidden', detail);
  }

  async function read(tenantId: string) {
    const [open, probes] = await Promise.all([store.open(tenantId), store.list(tenantId)]);
    const running = open && {
      origin: open.origin,
      askedAt: open.askedAt,
      startedAt: open.startedAt,
    };
    return {
      running: running ?? null,
      assumptions: probes.find(({ assumptions }) => assumptions !== null)?.assumptions ?? [],
      probes: probes.map(summaryOf),
    };
  }

  const path = '/directory/probes';
  server.get(
    path,
    {
      config: {
        scope: 'connection:probe',
        reach: 'tenant',
        admin: 'view',
        answer: 'The probes.',
        problems: ['forbidden'],
      },
      schema: {
        operationId: 'listProbes',
        tags: ['Directory'],
        summary: 'Read the latest probes of the connection to Microsoft 365, with the last table.',
        description:
          'A probe compares Microsoft 365 with the assumptions of the connection, on one group that it creates and removes. The answer has no names and no ids of the directory.',
        response: { 200: refTo(Probes) },
      },
    },
    (request) => read(tenantOf(senderOf(request))),
  );

  server.post(
    path,
    {
      config: {
        scope: 'connection:probe',
        reach: 'tenant',
        admin: 'settings:manage',
        answer: 'The latest probes, with the one that waits or runs.',
        problems: ['forbidden', 'in_use'],
      },
      schema: {
        operationId: 'startProbe',
        tags: ['Directory'],
        summary: 'Probe the connection to Microsoft 365 now.',
        description:
          'A worker does it in the background, with the people of the nightly probe. While `running` has a probe, it has not ended, and a further request begins no other one.',
        response: { 200: refTo(Probes) },
      },
    },
    async (request) => {
      const tenantId = tenantOf(senderOf(request));
      probeOf(directoryOf(tenantId));
      await store.add(tenantId, 'person', new Date(clock.now()));
      return read(tenantId);
    },
  );
}
