// `operator connection`: the connection of a tenant to its directory.
import type { ConnectionReport, ProbeReport } from '../directory/connection-report.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import type { NightlyProbe } from '../settings/tenants/tenant.ts';
import { commandGroup, minuteOf, option, table, tenantCommand } from './command.ts';
import { openDirectory } from './open-directory.ts';
import { createProbeStore, type EndedProbe, probeConnection } from '../reconciliation/wire.ts';
import { textFor } from './terminal.ts';

function linesOf(sharePoint: ConnectionReport['sharePoint']): readonly string[] {
  if (sharePoint === undefined) return [];
  const { detail, missing } = sharePoint;
  return [detail, ...missing.filter((line) => line !== detail)].map(
    (line) => `SharePoint: ${line}`,
  );
}

interface ProbeWords {
  readonly owner?: string;
  readonly guest?: string;
  readonly minutes: string;
}

/** The history as a table; the newest first. */
function probesOutput(probes: readonly EndedProbe[]) {
  return table(
    probes.map(({ assumptions, ...probe }) => ({
      ...probe,
      changed: (assumptions ?? []).flatMap(({ name, state }) => (state === 'changed' ? name : [])),
    })),
    {
      ENDED: ({ finishedAt }) => minuteOf(finishedAt),
      'BEGUN BY': ({ origin }) => origin,
      OUTCOME: ({ outcome, failure }) => [outcome, failure].filter(Boolean).join(': '),
      CHANGED: ({ changed }) => changed.join(', ') || '-',
    },
  );
}

interface NightlyWords extends Pick<ProbeWords, 'owner' | 'guest'> {
  readonly hour?: string;
  readonly off?: true;
}

function readNightly({ hour, off, owner, guest }: NightlyWords): NightlyProbe | null | undefined {
  if (off === true && hour === undefined) return null;
  if (off === undefined && hour === undefined) return undefined;
  const count = Number(hour);
  if (off === true || !/^\d{1,2}$/.test(hour ?? '') || count > 23) {
    const detail = '--hour is a whole number from 0 to 23; --off has no hour.';
    throw new DomainError('validation_failed', detail);
  }
  return {
    hour: count,
    ...(owner !== undefined && { owner }),
    ...(guest !== undefined && { guest }),
  };
}

function nightlyText(nightly: NightlyProbe | null): string {
  if (nightly === null) return 'The service does not probe the connection by itself.';
  const { hour, owner, guest } = nightly;
  const people = [owner, guest].filter((one) => one !== undefined).join(' and ');
  const to = people === '' ? 'without people' : `with ${people}`;
  return `The service probes the connection each night at ${hour}:00, ${to}.`;
}

function readProbe({ owner, guest, minutes }: ProbeWords) {
  const count = Number(minutes);
  if (!Number.isInteger(count) || count < 1 || count > 600) {
    throw new DomainError(
      'validation_failed',
      `--minutes is a whole number from 1 to 600, not ${minutes}.`,
    );
  }
  if (guest !== undefined && owner === undefined) {
    throw new DomainError(
      'validation_failed',
      '--guest needs --owner: a guest comes into a team, which needs an owner.',
    );
  }
  return { owner, guest, withinMs: count * 60_000 };
}

/** The exit codes: 3 for a change, 1 for a group that could not be removed. */
function probeOutput(report: ProbeReport) {
  const { assumptions, leftoversRemoved, leftBehind } = report;
  const changes = assumptions.filter(({ state }) => state === 'changed');
  const { text } = table(assumptions, {
    STATE: ({ state }) => state.replaceAll('_', ' '),
    ASSUMPTION: ({ name }) => name,
    SEEN: ({ seen }) => seen,
    SIMULATOR: ({ simulated }) => simulated,
  });
  const lines = [
    ...changes.map(
      ({ name, assumed, seen }) => `Microsoft changed ${name}. Assumed: ${assumed} Seen: ${seen}.`,
    ),
    ...(leftoversRemoved === 0
      ? []
      : [`${counted(leftoversRemoved, 'group')} of earlier probes removed.`]),
    ...(leftBehind === 0
      ? []
      : [
          `${counted(leftBehind, 'group')} of this probe not removed: the next probe removes what is left.`,
        ]),
  ];
  return {
    text: (stream: NodeJS.WritableStream) => [textFor(stream, text), ...lines].join('\n'),
    json: { ...report, changed: changes.map(({ name }) => name) },
    exitCode: changes.length > 0 ? 3 : leftBehind > 0 ? 1 : 0,
  };
}

export const connectionCommands = commandGroup(
  'connection',
  'the connection of a tenant to its directory',
  [
    tenantCommand({
      name: 'test',
      summary: 'check whether the connection works, and list what is missing; changes nothing',
      async run(deps) {
        const directory = openDirectory(deps, deps.tenant);
        try {
          const call = { signal: new AbortController().signal, teamId: 'connection test' };
          const { ok, detail, missing, sharePoint, notes } = await directory.testConnection(call);
          const others = missing.filter((line) => line !== detail);
          const text = [
            detail,
            ...[...others, ...linesOf(sharePoint), ...notes].map((line) => `- ${line}`),
          ].join('\n');
          if (ok) return { text };
          throw new DomainError(
            missing.length > 0 ? 'directory_permission_missing' : 'unavailable',
            text,
          );
        } finally {
          await directory.close();
        }
      },
    }),
    tenantCommand({
      name: 'probe',
      summary:
        'compare Microsoft 365 with the assumptions of the connection, on a group that is removed at once',
      options: [
        option('--owner <person>', 'id or address of a person who owns the group for some minutes'),
        option('--guest <person>', 'id or address of a guest who is in the team for some minutes'),
        option('--minutes <number>', 'time after which the rest is not seen', '60'),
      ],
      json: true,
      cleansUp: true,
      help:
        'Without --owner, the probe adds nobody, and teams are not seen. What it prints has no names and no\n' +
        'ids. Exit code 3 if Microsoft changed something; 1 if a group could not be removed, which the next\n' +
        'probe does. Ctrl-C removes the group, too; a second one ends the command at once.',
      read: readProbe,
      async run(deps, options) {
        const directory = openDirectory(deps, deps.tenant);
        try {
          const { actor, tenantId, terminal } = deps;
          const of = { tenantId, directory, actor, options };
          return probeOutput(await probeConnection(deps, of, terminal.signal));
        } finally {
          await directory.close();
        }
      },
    }),
    tenantCommand({
      name: 'probes',
      summary: 'list the latest probes, the newest first',
      json: true,
      async run({ database, createId, tenantId }) {
        return probesOutput(await createProbeStore({ database, newId: createId }).list(tenantId));
      },
    }),
    tenantCommand({
      name: 'nightly',
      summary: 'show or change when the service probes the connection by itself',
      options: [
        option('--hour <number>', 'hour of the day in the time zone of the tenant, 0 to 23'),
        option('--owner <person>', 'id or address of a person who owns the group for some minutes'),
        option('--guest <person>', 'id or address of a guest who is in the team for some minutes'),
        option('--off', 'the service probes no longer by itself'),
      ],
      read: readNightly,
      async run(deps, nightlyProbe) {
        const { actor, tenantId, tenant } = deps;
        if (nightlyProbe === undefined) return { text: nightlyText(tenant.nightlyProbe) };
        await deps.change(({ tenants }) =>
          tenants.changeRules(actor, tenantId, undefined, { nightlyProbe }),
        );
        return { text: nightlyText(nightlyProbe) };
      },
    }),
  ],
);
