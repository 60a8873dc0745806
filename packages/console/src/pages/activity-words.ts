// Texts of the audit log.
import type { ActivityItem } from '../api/types.ts';

export const actionKinds = {
  group: 'Groups',
  api_key: 'API keys',
  organisation: 'Organisations',
  template: 'Templates',
  person: 'Sandbox people',
  administrator: 'Administrators',
  sign_in_provider: 'Sign-in provider',
  webhook: 'Webhooks',
  signing_key: 'Signing keys',
  tenant: 'Tenant and connection',
} as const;

const verbs: Readonly<Record<string, string>> = {
  'tenant.created': 'created the tenant',
  'tenant.changed': 'changed the tenant',
  'organisation.created': 'created the organisation',
  'organisation.changed': 'changed the organisation',
  'organisation.deleted': 'deleted the organisation',
  'template.created': 'created the template',
  'template.changed': 'changed the template',
  'template.deleted': 'deleted the template',
  'api_key.created': 'created the API key',
  'api_key.changed': 'changed the access of the API key',
  'api_key.revoked': 'revoked the API key',
  'api_key.secret_added': 'added a secret to the API key',
  'api_key.secret_ended': 'ended a secret of the API key',
  'administrator.added': 'added the administrator',
  'administrator.changed': 'changed the administrator',
  'administrator.removed': 'removed the administrator',
  'administrator.link_made': 'created a sign-in link for',
  'administrator.identity_bound': 'bound a sign-in provider account to',
  'administrator.identity_refused': 'refused another sign-in provider account for',
  'administrator.identity_reset': 'reset the sign-in provider account of',
  'administrator.signed_in': 'signed in as',
  'administrator.signed_out': 'signed out as',
  'sign_in_provider.changed': 'changed the sign-in provider',
  'person.added': 'added the person',
  'person.changed': 'changed the person',
  'person.removed': 'removed the person',
  'webhook.added': 'added the webhook',
  'webhook.changed': 'changed the webhook',
  'webhook.removed': 'removed the webhook',
  'webhook.enabled': 'enabled the webhook',
  'webhook.disabled': 'disabled the webhook',
  'webhook.key_added': 'added a key to the webhook',
  'webhook.replayed': 'resent deliveries to the webhook',
  'signing_key.withdrawn': 'withdrew the signing key',
  'group.accepted': 'requested the group',
  'group.succeeded': 'created the group',
  'group.failed': 'could not create the group',
  'group.cancelled': 'cancelled the group',
  'group.operation_accepted': 'requested a change of the group',
  'group.operation_cancelled': 'cancelled a change of the group',
  'group.changed': 'changed the group',
  'group.handed_over': 'handed over the group',
  'group.archived': 'archived the group',
  'group.unarchived': 'unarchived the group',
  'group.deleted': 'deleted the group',
  'group.restored': 'restored the group',
  'group.change_failed': 'could not change the group',
  'group.expiring': 'announced the expiry of the group',
  'group.renewed': 'renewed the group',
  'group.expired': 'ended the time of the group',
  'group.held': 'put the group on hold',
  'group.released': 'released the hold of the group',
  'group.gone': 'found the group missing from the directory:',
  'group.returned': 'found the group again in the directory:',
  'group.removed': 'removed the remains of the group',
  'group.drifted': 'found differences in the group',
  'group.ownerless': 'found no owner for the group',
  'group.responsible_unavailable': 'found the responsible unavailable for the group',
  'group.deputy_unavailable': 'found the deputy unavailable for the group',
  'responsibility.shaky': 'found the responsibility shaky for the group',
  'responsibility.handed_over': 'handed over the responsibility for the group',
  'responsibility.deputy_vacant': 'found no deputy for the group',
  'responsibility.vacant': 'found no responsible person for the group',
  'responsibility.restored': 'found the responsibility restored for the group',
  'person.unreachable': 'could not reach',
  'person.reachable': 'reached again',
  mass_departure: 'stopped handovers after a mass departure in',
  mass_departure_ended: 'resumed handovers after a mass departure in',
};

export function describeActivity(
  { action, data, subject }: ActivityItem,
  tenant: { readonly tenantId: string; readonly name: string },
): { verb: string; subject: string } {
  const named = [
    subject.id === tenant.tenantId ? tenant.name : undefined,
    subject.name,
    ...['displayName', 'name', 'email', 'identifier', 'url'].map((member) => data[member]),
  ];
  const name = named.find((value) => typeof value === 'string' && value !== '');
  return {
    verb: verbs[action] ?? action.replaceAll('_', ' '),
    subject: typeof name === 'string' ? name : subject.id,
  };
}

export function isFailure(action: string): boolean {
  return /[._]failed$/.test(action);
}
