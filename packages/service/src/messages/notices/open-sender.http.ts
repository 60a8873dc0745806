// The sender of a tenant, by its settings.
import type { Encryption } from '../../ground/encryption/encryption.ts';
import type { Directory } from '../../directory/directory.ts';
import type { OpenSocket } from '../../outbound/open-socket.http.ts';
import { passwordOf, type OpenSettings } from '../../settings/tenants/configure-notices.ts';
import { noticeSettingsOf } from '../../settings/tenants/notice-settings.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { createGraphSender } from './graph-sender.ts';
import type { NoticeSender, SendOutcome } from './sender.ts';
import { createSmtpSender } from './smtp-sender.http.ts';

export interface SenderDeps {
  readonly encryption: Encryption;
  /** It belongs to the service, for Message-IDs. */
  readonly domain: string;
  readonly directoryOf: (tenantId: string) => Directory;
  /** @param givenBy the address of an administrator is checked */
  readonly openSocketFor: (givenBy: 'administrator' | undefined) => OpenSocket;
  readonly tls?: Parameters<typeof createSmtpSender>[0]['tls'];
}

export function createSenders(deps: SenderDeps) {
  const { encryption, domain, directoryOf, openSocketFor, tls } = deps;

  function open(
    { tenantId, name }: Pick<Tenant, 'tenantId' | 'name'>,
    { settings, password }: OpenSettings,
  ): NoticeSender | undefined {
    const identity = { domain, tenantName: name };
    switch (settings.sender) {
      case 'none':
        return undefined;
      case 'outbox':
        return createOutboxSender();
      case 'smtp':
        return createSmtpSender({
          settings,
          password,
          identity,
          openSocket: openSocketFor(settings.addressGivenBy),
          ...(tls !== undefined && { tls }),
        });
      case 'graph': {
        const directory = directoryOf(tenantId);
        const sendMail = directory.sendMail?.bind(directory);
        if (sendMail === undefined) return undefined;
        return createGraphSender({ settings, identity, tenantId, sendMail });
      }
      default:
        throw new TypeError(`Unknown sender: ${String(settings satisfies never)}`);
    }
  }

  return {
    of: (tenant: Tenant): NoticeSender | undefined =>
      open(tenant, {
        settings: noticeSettingsOf(tenant),
        password: passwordOf(encryption, tenant),
      }),
    /** It belongs to settings that are not the tenant's yet. */
    openUnsaved: open,
  };
}

export type Senders = ReturnType<typeof createSenders>;

/**
 * The outbox of a sandbox: nothing leaves, and the message counts as sent. The admin API shows its text. An address with
 * `sandbox-unreachable` refuses every message.
 */
function createOutboxSender(): NoticeSender {
  return {
    atOnce: 1,
    perClaim: 500,
    send: async ({ to }): Promise<SendOutcome> =>
      to.toLowerCase().includes('sandbox-unreachable')
        ? { kind: 'refused', detail: 'The mailbox of this person does not exist.' }
        : { kind: 'sent' },
    close: () => undefined,
  };
}
