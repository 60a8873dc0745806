// `operator connection`: the connection of a tenant to its directory.
import type { ConnectionReport, ProbeReport } from '../directory/connection-report.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import { commandGroup, option, table, tenantCommand } from './command.ts';
import { openDirectory } from './open-directory.ts';
import { changesOf, probeConnection } from './probe-connection.ts';
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
  const changes = changesOf(report);
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
          const { database, tenantId, terminal } = deps;
          return probeOutput(
            await probeConnection({ database, directory }, tenantId, options, terminal.signal),
          );
        } finally {
          await directory.close();
        }
      },
    }),
  ],
);
