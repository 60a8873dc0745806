// The part of the API's description that administrators alone may call.
import type { DescribedAdmin } from '../http/openapi.ts';
import type { AdminAddress } from './admin-address.ts';

const tags: Readonly<Record<string, string>> = {
  'Sign-in': 'Start a session with a one-time link or the tenant’s sign-in provider, and end it.',
  Overview: 'Results of recent creations.',
  'API keys': 'Create, rotate and revoke the keys with which systems request access tokens.',
  'Organisations and templates':
    'Organisations that create groups, and the rules of their templates.',
  Groups: 'Every requested group, its progress, and the actions on its creation.',
  Responsibility: 'The responsible people of groups, and the departure of many at once.',
  Lifecycle: 'Expiry, archiving and deletion of groups by policy, and holds.',
  Notices: 'Messages to people: how they are sent, and the outbox of a sandbox.',
  Directory: 'The connection to the productivity suite, and the sandbox.',
  Activity: 'The activity log: each change, its actor and its object.',
  Reports: 'Statistics of creations, by day, organisation and template.',
  Requests: 'Requests of API keys in the last 30 days, refused ones included.',
  Administrators: 'People who may use the admin center.',
  Forms: 'Bodies that are checked before they are sent.',
  Webhooks: 'Endpoints that receive events, their keys, deliveries and tests.',
};

export function describedAdmin({ url, routePath }: AdminAddress): DescribedAdmin {
  return { prefix: `${routePath}/api/:tenantId`, url, tags };
}
