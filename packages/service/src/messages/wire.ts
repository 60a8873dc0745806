// Tasks of people, the links by which they decide, and the notices that tell them.
import { namedActor } from '../settings/configuration/named-actor.ts';
import { createOpenSocket } from '../outbound/open-socket.http.ts';
import type { Base } from '../postgres/base.ts';
import type { RecurringTask } from '../postgres/jobs/schedules.ts';
import type { Directories } from '../settings/configuration/directories.ts';
import { createCredentialExpiry } from '../settings/tenants/credential-expiry.ts';
import type { OutboundBase, Settings } from '../settings/wire.ts';
import type { OnReachability } from './notices/deliveries.postgres.ts';
import { askForDigests, createDigestStore } from './notices/digests.postgres.ts';
import { createNotices } from './notices/notices.jobs.ts';
import { createSenders } from './notices/open-sender.http.ts';
import { findTasksOfNotices } from './notices/tasks-of-notices.postgres.ts';
import { createWarnOfCredentials } from './notices/warn-of-credentials.postgres.ts';
import { createClosedAccounts } from './tasks/closed-accounts.postgres.ts';
import { createDecideTask } from './tasks/decide-task.postgres.ts';
import { createDecisionKeys } from './tasks/decision-keys.postgres.ts';
import { createDecisionLinks, type DecisionLinks } from './tasks/decision-links.ts';
import { createTaskReader } from './tasks/read-tasks.postgres.ts';

export type DecidingAdministrators = Pick<
  Parameters<typeof createDecisionLinks>[0],
  'findDecidingAdministrator'
>;

export type Tasks = ReturnType<typeof wireTasks>;

/** @param parts.onDecided operations or activity may have been added */
export function wireTasks(
  base: Base,
  parts: Pick<Parameters<typeof createDecideTask>[0], 'handlers' | 'lockAssessment'> &
    DecidingAdministrators & {
      readonly onDecided: (tenantId: string) => void;
      readonly names: Parameters<typeof namedActor>[2];
    },
) {
  const { database, clock, config } = base;
  const tasks = createTaskReader(database, base.lists);
  return {
    tasks,
    decideTask: createDecideTask({
      ...parts,
      database,
      keptAnswers: base.keptAnswers,
      clock,
      nameOf: (tenantId, actor) => namedActor(actor, tenantId, parts.names).name,
      onDecided: ({ tenantId }) => parts.onDecided(tenantId),
    }),
    decisionLinks: createDecisionLinks({
      readKey: createDecisionKeys(base),
      findTask: tasks.find,
      isAccountClosed: createClosedAccounts(database),
      findDecidingAdministrator: parts.findDecidingAdministrator,
      baseUrl: config.baseUrl,
    }),
  };
}

export type NoticeParts = ReturnType<typeof wireNotices>;

const connectWithinMs = 15_000;

export function wireNotices(
  base: OutboundBase,
  parts: {
    readonly settings: Settings;
    readonly directories: Directories;
    readonly decisionLinks: DecisionLinks;
    readonly onReachability: OnReachability;
  },
) {
  const { config, database, clock, targets, proxyFor } = base;
  const { settings, directories, decisionLinks, onReachability } = parts;
  const overviewUrl = (tenantId: string) => `${config.baseUrl}/decide?tenant=${tenantId}`;
  const senders = createSenders({
    encryption: base.encryption,
    domain: new URL(config.baseUrl).hostname,
    directoryOf: (tenantId) => directories.of(tenantId),
    openSocketFor: (givenBy) =>
      createOpenSocket({
        targets: givenBy === 'administrator' ? targets : undefined,
        proxyFor,
        connectWithinMs,
      }),
  });
  const notices = createNotices({
    ...base,
    store: createDigestStore(database, { clock, onReachability }),
    context: {
      tasksOfNotices: (tenantId, taskIds) => findTasksOfNotices(database, tenantId, taskIds),
      decisionLink: async (tenantId, taskId, personId, shownTo) =>
        (await decisionLinks.of(tenantId, shownTo))(taskId, personId),
    },
    settingsOf: settings.noticeSettingsOf,
    tenantName: (tenantId) => settings.tenantOf(tenantId)?.name ?? '',
    openSender(tenantId) {
      const tenant = settings.tenantOf(tenantId);
      return tenant && senders.of(tenant);
    },
    now: settings.governanceNow,
    overviewUrl,
    timers: clock,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
  return { notices, senders, overviewUrl, questions: [askForDigests(notices.wake)] };
}

/** Warns administrators before the credential of a connection ends. */
export function wireWarnOfCredentials(
  { database, encryption, clock }: Base,
  { configuration }: Settings,
): RecurringTask {
  return createWarnOfCredentials({
    database,
    tenants: () => configuration.tenants(),
    credentialExpiry: createCredentialExpiry({ encryption }),
    clock,
  });
}
