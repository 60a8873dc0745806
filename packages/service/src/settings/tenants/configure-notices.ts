// Changes the notice settings of a tenant for an administrator, who may change the tenant but not control the service:
// the SMTP server must be a permitted target, and a stored password is only sent to the server it was given for.
import type { ExpectedVersion } from '../../ground/record-store.ts';
import type { Actor } from '../../audit/activity.ts';
import { notFound } from '../../audit/changes/change.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { type FieldError, validationFailed } from '../../ground/errors.ts';
import type { TargetAddresses } from '../../outbound/target-addresses.ts';
import type { TenantRecord } from './change-tenants.ts';
import type { ConnectTransaction } from './connect-tenant.ts';
import { isSameServer, noticePasswordPurpose, type NoticeSettings } from './notice-settings.ts';
import type { NoticeSettingsInput } from './notice-settings.schema.ts';
import { completeNoticeSettings, noticeSettingsFaults } from './notice-settings-rules.ts';

export type NoticeSettingsChange = NoticeSettingsInput & {
  /** In clear. Absent, null or empty: the stored one stays. */
  readonly password?: string | null | undefined;
};

export function createConfigureNotices(deps: {
  readonly encryption: Encryption;
  /** Permitted targets of an administrator's addresses. */
  readonly targets: TargetAddresses;
}) {
  /** @throws DomainError `validation_failed` with every fault, beside its member */
  function checked(tenant: TenantRecord, { password, ...input }: NoticeSettingsChange) {
    // An address of the operator stays the operator's while nobody changes it.
    const operators = completeNoticeSettingsOrNone(input);
    const keepsAddress =
      operators !== undefined && isSameServer(tenant.notices, { ...operators, ...userOf(tenant) });
    const targets = keepsAddress ? undefined : deps.targets;
    const text = password ?? '';
    const faults: FieldError[] = noticeSettingsFaults(input, tenant.directory.kind, targets);
    const keepsPassword =
      operators !== undefined &&
      tenant.noticesSecretSealed !== null &&
      isSameServer(tenant.notices, operators);
    if (text !== '' && input.userName == null) {
      const detail = 'A password needs a user name.';
      faults.push({
        pointer: '/password',
        code: 'not_allowed',
        detail,
        values: { rule: 'password_without_user' },
      });
    }
    if (text === '' && input.userName != null && !keepsPassword) {
      const pointer = '/password';
      if (tenant.noticesSecretSealed === null) {
        const detail = 'The password is missing.';
        faults.push({ pointer, code: 'required', detail, values: { name: 'password' } });
      } else {
        const detail =
          'Enter the password again: the stored one belongs to another server or user and is not sent anywhere else.';
        faults.push({ pointer, code: 'required', detail });
      }
    }
    if (faults.length > 0) throw validationFailed(faults);
    const givenBy = keepsAddress ? addressGivenBy(tenant.notices) : 'administrator';
    return { input, givenBy, settings: completeNoticeSettings(input, givenBy), text };
  }

  return {
    /** @param seen the version of the tenant that the administrator has seen */
    async change(
      transaction: ConnectTransaction,
      actor: Actor,
      tenantId: string,
      seen: ExpectedVersion,
      change: NoticeSettingsChange,
    ): Promise<void> {
      const tenant = await transaction.stores.tenants.lock(tenantId);
      if (tenant === undefined) throw notFound('tenant');
      const { input, givenBy, text } = checked(tenant, change);
      // A change that omits them keeps them.
      const texts = input.texts === undefined ? (tenant.notices?.texts ?? null) : input.texts;
      const { directory } = tenant;
      const { addressesGivenBy, ...connection } =
        directory.kind === 'microsoft365'
          ? directory
          : { ...directory, addressesGivenBy: undefined };
      await transaction.tenants.change(actor, tenantId, seen, {
        name: tenant.name,
        directory: connection,
        addressesGivenBy,
        notices: { ...input, texts },
        noticesGivenBy: givenBy,
        noticesSecretSealed:
          input.userName == null
            ? null
            : text === ''
              ? undefined
              : deps.encryption.encrypt(text, noticePasswordPurpose(tenantId)),
      });
    },

    /** The settings as they would be, with their password in clear, to be tried and thrown away. */
    openUnsaved(tenant: TenantRecord, change: NoticeSettingsChange): OpenSettings {
      const { settings, text } = checked(tenant, change);
      return { settings, password: text === '' ? passwordOf(deps.encryption, tenant) : text };
    },
  };
}

export type ConfigureNotices = ReturnType<typeof createConfigureNotices>;

export interface OpenSettings {
  readonly settings: NoticeSettings;
  /** It is in clear. */
  readonly password: string | undefined;
}

export function passwordOf(
  encryption: Encryption,
  { tenantId, noticesSecretSealed }: Pick<TenantRecord, 'tenantId' | 'noticesSecretSealed'>,
): string | undefined {
  return noticesSecretSealed === null
    ? undefined
    : encryption.decrypt(noticesSecretSealed, noticePasswordPurpose(tenantId));
}

/** Undefined where an address is missing. */
function completeNoticeSettingsOrNone(input: NoticeSettingsInput): NoticeSettings | undefined {
  const hasServer = input.sender !== 'smtp' || (input.host != null && input.from != null);
  if (!hasServer || (input.sender === 'graph' && input.from == null)) return undefined;
  return completeNoticeSettings(input);
}

/** The user is no part of the address. */
function userOf({ notices }: TenantRecord) {
  return notices?.sender === 'smtp' ? { userName: notices.userName } : {};
}

function addressGivenBy(settings: NoticeSettings | null): 'administrator' | undefined {
  return settings?.sender === 'smtp' ? settings.addressGivenBy : undefined;
}
