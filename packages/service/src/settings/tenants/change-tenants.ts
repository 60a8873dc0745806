// Creates tenants and changes their name, directory connection and naming rules. The connection's secret is handed
// in encrypted, and the log says only that it was changed.
import type { ExpectedVersion, RecordStore } from '../../ground/record-store.ts';
import { difference, type Actor } from '../../audit/activity.ts';
import { createRecordChanges, faultsWithin, type ChangeDeps } from '../../audit/changes/change.ts';
import { completeConnection, connectionFaults } from './connection-rules.ts';
import type { DirectoryConnectionInput } from './connection.schema.ts';
import { type FaultRule, type FieldError, validationFailed } from '../../ground/errors.ts';
import { blockedWordInputFaults } from '../naming/blocked-words.ts';
import { completeNoticeSettings, noticeSettingsFaults } from './notice-settings-rules.ts';
import type { NoticeSettingsInput } from './notice-settings.schema.ts';
import type { TenantInput } from './tenant-input.schema.ts';
import type { NightlyProbe, Tenant } from './tenant.ts';

export interface TenantRecord extends Tenant {
  readonly version: number;
}

/** It takes part in the transaction of the change. A tenant of the same id is `in_use`. */
export interface TenantStore extends RecordStore<TenantRecord> {
  list(): Promise<TenantRecord[]>;
  find(tenantId: string): Promise<TenantRecord | undefined>;
  lock(tenantId: string): Promise<TenantRecord | undefined>;
  /** Whether a group of the tenant exists in its directory or is in creation. */
  hasGroups(tenantId: string): Promise<boolean>;
  /**
   * The records are compared with the directory within seconds, which shows whether its connection works.
   * @param isOther the directory was another one before: what was found there is forgotten
   */
  compareSoon(tenantId: string, isOther: boolean): Promise<void>;
}

export type TenantChange = TenantInput & {
  readonly directory: DirectoryConnectionInput;
  /** Absent: the operator. */
  readonly addressesGivenBy?: 'administrator' | undefined;
  /** Encrypted; null: there is none; undefined: as it is. */
  readonly directorySecretSealed?: string | null | undefined;
  /** The same for the second credential of a connection that has a certificate for it. */
  readonly sharePointSecretSealed?: string | null | undefined;
  /** Null: none; undefined: as they are. */
  readonly notices?: NoticeSettingsInput | null | undefined;
  /** Absent: the operator. */
  readonly noticesGivenBy?: 'administrator' | undefined;
  /** Encrypted; null: there is none; undefined: as it is. */
  readonly noticesSecretSealed?: string | null | undefined;
};

export function createChangeTenants(deps: ChangeDeps & { store: TenantStore }) {
  const { createId } = deps;
  const tenants = createRecordChanges(deps, {
    name: 'tenant',
    subject: 'tenant',
    idOf: ({ tenantId }) => tenantId,
  });

  return {
    /** @param tenantId in lower case; without it the tenant gets a new one */
    async create(
      actor: Actor,
      input: TenantChange,
      tenantId: string = createId(),
    ): Promise<TenantRecord> {
      check(input);
      const tenant: TenantRecord = {
        tenantId,
        name: input.name,
        directory: completeConnection(input.directory),
        directorySecretSealed: input.directorySecretSealed ?? null,
        sharePointSecretSealed: input.sharePointSecretSealed ?? null,
        blockedWords: input.blockedWords ?? [],
        newGroups: input.newGroups ?? 'report',
        nightlyProbe: input.nightlyProbe ?? null,
        notices: input.notices == null ? null : completeNoticeSettings(input.notices),
        noticesSecretSealed: input.noticesSecretSealed ?? null,
        version: 1,
      };
      const { name, directory, blockedWords, newGroups, nightlyProbe, notices } = tenant;
      const data = {
        name,
        directory,
        ...(blockedWords.length > 0 && { blockedWords }),
        ...(newGroups !== 'report' && { newGroups }),
        ...(nightlyProbe !== null && { nightlyProbe }),
        ...(notices !== null && { notices }),
      };
      await tenants.insert(actor, 'tenant.created', tenant, data);
      return tenant;
    },

    async change(
      actor: Actor,
      tenantId: string,
      expectedVersion: ExpectedVersion,
      input: TenantChange,
    ): Promise<TenantRecord> {
      const found = await tenants.lock(tenantId, tenantId, expectedVersion);
      check(input);
      const directorySecretSealed =
        input.directorySecretSealed === undefined
          ? found.directorySecretSealed
          : input.directorySecretSealed;
      const directory = completeConnection(input.directory, input.addressesGivenBy);
      const { sharePointSecretSealed: given = found.sharePointSecretSealed } = input;
      const hasCertificate =
        directory.kind === 'microsoft365' && directory.sharePoint?.credential === 'certificate';
      const sharePointSecretSealed = hasCertificate ? given : null;
      const { blockedWords = found.blockedWords, newGroups = found.newGroups } = input;
      const { nightlyProbe = found.nightlyProbe } = input;
      const { noticesSecretSealed = found.noticesSecretSealed } = input;
      const notices =
        input.notices === undefined
          ? found.notices
          : input.notices && completeNoticeSettings(input.notices, input.noticesGivenBy);
      const rules = { blockedWords, newGroups, nightlyProbe };
      const after = { name: input.name, directory, ...rules, notices };
      const before = {
        name: found.name,
        directory: found.directory,
        blockedWords: found.blockedWords,
        newGroups: found.newGroups,
        nightlyProbe: found.nightlyProbe,
        notices: found.notices,
      };
      const changed = difference(before, after);
      const secretChanges = {
        ...(directorySecretSealed !== found.directorySecretSealed && {
          directorySecret: 'changed',
        }),
        ...(sharePointSecretSealed !== found.sharePointSecretSealed && {
          sharePointSecret: 'changed',
        }),
        ...(noticesSecretSealed !== found.noticesSecretSealed && { noticesSecret: 'changed' }),
      };
      const isSecretChanged = Object.keys(secretChanges).length > 0;
      const data = isSecretChanged ? { ...changed, ...secretChanges } : changed;
      const secrets = { directorySecretSealed, sharePointSecretSealed, noticesSecretSealed };
      const changes = { ...after, ...secrets };
      return await tenants.change(actor, 'tenant.changed', found, changes, data);
    },

    /** Leaves name and connection as they are. */
    async changeRules(
      actor: Actor,
      tenantId: string,
      expectedVersion: ExpectedVersion,
      changed: Partial<Pick<Tenant, 'blockedWords' | 'newGroups' | 'nightlyProbe'>>,
    ): Promise<TenantRecord> {
      const found = await tenants.lock(tenantId, tenantId, expectedVersion);
      const faults = [
        ...blockedWordInputFaults(changed.blockedWords ?? []),
        ...nightlyProbeFaults(changed.nightlyProbe, found.directory.kind),
      ];
      if (faults.length > 0) throw validationFailed(faults);
      const { blockedWords, newGroups, nightlyProbe } = found;
      const before = { blockedWords, newGroups, nightlyProbe };
      const rules = { ...before, ...changed };
      return await tenants.change(actor, 'tenant.changed', found, rules, difference(before, rules));
    },
  };
}

export type ChangeTenants = ReturnType<typeof createChangeTenants>;

function check(input: TenantChange): void {
  const faults = [
    ...faultsWithin('/directory', connectionFaults(input.directory)),
    ...blockedWordInputFaults(input.blockedWords ?? []),
    ...nightlyProbeFaults(input.nightlyProbe, input.directory.kind),
    ...(input.notices == null
      ? []
      : faultsWithin('/notices', noticeSettingsFaults(input.notices, input.directory.kind))),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

function nightlyProbeFaults(
  nightly: NightlyProbe | null | undefined,
  kind: Tenant['directory']['kind'],
): readonly FieldError[] {
  if (nightly == null) return [];
  const fault = (member: string, detail: string, rule: FaultRule) => [
    { pointer: `/nightlyProbe${member}`, code: 'not_valid' as const, detail, values: { rule } },
  ];
  if (kind === 'sandbox') {
    const detail = 'The sandbox is part of the service, which assumes nothing about it.';
    return fault('', detail, 'probe_of_sandbox');
  }
  if (nightly.guest === undefined || nightly.owner !== undefined) return [];
  const detail = 'A guest comes into a team, which needs an owner.';
  return fault('/owner', detail, 'probe_owner');
}
