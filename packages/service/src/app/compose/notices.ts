// Notices to people: how they are sent, and what they are made of.
import type { RecurringTask } from '../../postgres/jobs/schedules.ts';
import { createWarnOfCredentials } from '../../messages/notices/warn-of-credentials.postgres.ts';
import { createCredentialExpiry } from '../../settings/tenants/credential-expiry.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { createDigestStore } from '../../messages/notices/digests.postgres.ts';
import { findTasksOfNotices } from '../../messages/notices/tasks-of-notices.postgres.ts';
import { createNotices, type Notices } from '../../messages/notices/notices.jobs.ts';
import { createSenders, type Senders } from '../../messages/notices/open-sender.http.ts';
import { createOpenSocket } from '../../outbound/open-socket.http.ts';
import type { DecisionLinks } from '../../messages/tasks/decision-links.ts';
import { createGovernanceClock } from '../../settings/tenants/governance-clock.ts';
import { noticeSettingsOf } from '../../settings/tenants/notice-settings.ts';
import type { Base } from './base.ts';

export interface NoticeParts {
  readonly notices: Notices;
  readonly senders: Senders;
  readonly overviewUrl: (tenantId: string) => string;
}

const connectWithinMs = 15_000;

export function composeNotices(
  base: Base,
  parts: {
    readonly configuration: Configuration;
    readonly directories: Directories;
    readonly decisionLinks: DecisionLinks;
  },
): NoticeParts {
  const { config, database, encryption, clock, monotonicNow, random, onError } = base;
  const { targets, proxyFor } = base;
  const { configuration, directories, decisionLinks } = parts;
  const governanceClock = createGovernanceClock({
    tenantOf: (tenantId) => configuration.tenant(tenantId),
    clock,
  });
  const overviewUrl = (tenantId: string) => `${config.baseUrl}/decide?tenant=${tenantId}`;
  const senders = createSenders({
    encryption,
    domain: new URL(config.baseUrl).hostname,
    directoryOf: (tenantId) => directories.of(tenantId),
    openSocketFor: (givenBy) =>
      createOpenSocket({
        targets: givenBy === 'administrator' ? targets : undefined,
        proxyFor,
        connectWithinMs,
      }),
  });
  const settingsOf = noticeSettingsIn(configuration);
  const notices = createNotices({
    store: createDigestStore(database, { clock }),
    context: {
      tasksOfNotices: (tenantId, taskIds) => findTasksOfNotices(database, tenantId, taskIds),
      decisionLink: async (tenantId, taskId, personId, shownTo) =>
        (await decisionLinks.of(tenantId, shownTo))(taskId, personId),
    },
    settingsOf,
    tenantName: (tenantId) => configuration.tenant(tenantId)?.name ?? '',
    openSender(tenantId) {
      const tenant = configuration.tenant(tenantId);
      return tenant && senders.of(tenant);
    },
    now: governanceClock.now,
    overviewUrl,
    timers: clock,
    monotonicNow,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    random,
    onError,
  });
  return { notices, senders, overviewUrl };
}

/** The settings in force of a tenant; undefined for one that is unknown. */
export function noticeSettingsIn(configuration: Configuration) {
  return (tenantId: string) => {
    const tenant = configuration.tenant(tenantId);
    return tenant && noticeSettingsOf(tenant);
  };
}

/** Warns administrators before the credential of a connection ends. */
export function composeWarnOfCredentials(
  { database, encryption, clock }: Base,
  configuration: Configuration,
): RecurringTask {
  return createWarnOfCredentials({
    database,
    tenants: () => configuration.tenants(),
    credentialExpiry: createCredentialExpiry({ encryption }),
    clock,
  });
}
