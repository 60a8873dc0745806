// The rules for notice settings, beyond their schema (notice-settings.schema.ts). Reports every fault at once.
import { isIP } from 'node:net';
import type { DirectoryConnection } from '../../directory/connection.ts';
import { isPersonReference } from '../../directory/person-reference.ts';
import type { FaultCode, FaultRule, FaultValues, FieldError } from '../../ground/errors.ts';
import { timeZoneFaults } from '../../ground/zoned-time.ts';
import type { TargetAddresses } from '../../outbound/target-addresses.ts';
import type { NoticeChannel, NoticeSettings, SmtpSecurity } from './notice-settings.ts';
import type { NoticeSettingsInput } from './notice-settings.schema.ts';
import { completeNoticeTexts } from './notice-texts.ts';

const usualPorts: Readonly<Record<SmtpSecurity, number>> = { tls: 465, starttls: 587, none: 25 };
const smtpMembers = ['host', 'port', 'security', 'userName'] as const;
const mailAddress = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const hostName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i;

/** @param targets what an administrator's address may reach; undefined: the address is the operator's */
export function noticeSettingsFaults(
  input: NoticeSettingsInput,
  directory: DirectoryConnection['kind'],
  targets?: TargetAddresses,
): FieldError[] {
  const { timeZone, contact } = input;
  const faults: FieldError[] = [];
  const wrong = (member: string, code: FaultCode, detail: string, rule: FaultRule): void => {
    faults.push({ pointer: `/${member}`, code, detail, values: { rule } });
  };
  if (input.sender === 'outbox' && directory !== 'sandbox') {
    wrong('sender', 'not_allowed', 'Only a sandbox has an outbox.', 'sender_outbox');
  }
  if (input.sender === 'graph' && directory !== 'microsoft365') {
    wrong(
      'sender',
      'not_allowed',
      'Only a tenant of Microsoft 365 sends by Microsoft Graph.',
      'sender_graph',
    );
  }
  faults.push(...timeZoneFaults(timeZone));
  if (contact != null && !mailAddress.test(contact)) {
    wrong('contact', 'not_valid', 'This must be an e-mail address.', 'email');
  }
  faults.push(...senderFaults(input), ...smtpFaults(input, targets));
  return faults;
}

function senderFaults({ sender, from }: NoticeSettingsInput): FieldError[] {
  const fault = (code: FaultCode, detail: string, values?: FaultValues): FieldError[] => [
    { pointer: '/from', code, detail, ...(values && { values }) },
  ];
  if (sender !== 'smtp' && sender !== 'graph') {
    return from == null
      ? []
      : fault('not_allowed', `The sender ${sender} has no address.`, { rule: 'sender_address' });
  }
  if (from == null) {
    return fault('required', 'The address that notices come from is missing.', { name: 'from' });
  }
  if (sender === 'smtp' && !mailAddress.test(from)) {
    return fault('not_valid', 'This must be an e-mail address.', { rule: 'email' });
  }
  if (sender === 'graph' && !isPersonReference(from)) {
    return fault('not_valid', 'Name the mailbox by its address or user id (GUID form).', {
      rule: 'mailbox',
    });
  }
  return [];
}

function smtpFaults(
  input: NoticeSettingsInput,
  targets: TargetAddresses | undefined,
): FieldError[] {
  if (input.sender !== 'smtp') {
    return smtpMembers
      .filter((member) => input[member] != null)
      .map((member) => ({
        pointer: `/${member}`,
        code: 'not_allowed',
        detail: `The sender ${input.sender} has no ${member}.`,
        values: { rule: 'sender_member', name: member },
      }));
  }
  const { host, security = 'starttls', userName } = input;
  const faults: FieldError[] = [];
  if (host == null) {
    const detail = 'The SMTP server is missing.';
    faults.push({ pointer: '/host', code: 'required', detail, values: { name: 'host' } });
  } else if (isIP(host) === 0 && !hostName.test(host)) {
    const detail = 'This must be the name or IP address of a server, without a port.';
    faults.push({ pointer: '/host', code: 'not_valid', detail, values: { rule: 'host' } });
  } else if (isIP(host) !== 0 && targets?.permits(host) === false) {
    const detail =
      'This address is not public. Only the operator can allow it, with a tenant file or WEBHOOK_NETWORKS.';
    faults.push({ pointer: '/host', code: 'address_refused', detail });
  }
  if (security === 'none' && targets?.namesAny === false) {
    const detail =
      'Notices are sent over TLS. Only the operator can allow otherwise, with a tenant file or WEBHOOK_NETWORKS.';
    faults.push({ pointer: '/security', code: 'not_encrypted', detail });
  }
  if (security === 'none' && userName != null) {
    const detail = 'A password is only sent over TLS. Choose tls or starttls, or remove userName.';
    faults.push({ pointer: '/userName', code: 'not_encrypted', detail });
  }
  return faults;
}

/** The settings in full, of an input without faults. */
export function completeNoticeSettings(
  input: NoticeSettingsInput,
  addressGivenBy?: 'administrator',
): NoticeSettings {
  const texts = completeNoticeTexts(input.texts);
  return {
    ...channelOf(input, addressGivenBy),
    language: input.language ?? 'en',
    timeZone: input.timeZone ?? 'UTC',
    hour: input.hour ?? 8,
    contact: input.contact ?? null,
    ...(texts !== undefined && { texts }),
    ...(input.webhookFailureHours !== undefined && {
      webhookFailureHours: input.webhookFailureHours,
    }),
  };
}

function channelOf(
  { sender, from, host, port, security = 'starttls', userName }: NoticeSettingsInput,
  addressGivenBy: 'administrator' | undefined,
): NoticeChannel {
  switch (sender) {
    case 'none':
    case 'outbox':
      return { sender };
    case 'graph':
      return { sender, from: given(from) };
    case 'smtp':
      return {
        sender,
        host: given(host).toLowerCase(),
        port: port ?? usualPorts[security],
        security,
        userName: userName ?? null,
        from: given(from),
        ...(addressGivenBy !== undefined && { addressGivenBy }),
      };
    default:
      throw new TypeError(`Unknown sender: ${String(sender satisfies never)}`);
  }
}

function given(text: string | null | undefined): string {
  if (text == null) throw new TypeError('Notice settings without an address.');
  return text;
}
