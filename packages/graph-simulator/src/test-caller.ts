// Calls of the simulator without sockets, for its own tests.
import type { GraphSimulator } from './simulator.ts';

export const base = 'https://graph.microsoft.com/v1.0';

export function createCaller(simulator: GraphSimulator) {
  const [tenant] = simulator.tenants;
  if (tenant === undefined) throw new Error('no tenant');
  const token = simulator.issueToken(tenant.tenantId);
  const read = (text: string): Record<string, unknown> => {
    try {
      return JSON.parse(text) as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  return {
    tenant,
    id: (index: number): string => tenant.users[index]?.id ?? '',
    call: (
      method: string,
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): {
      status: number;
      headers: Readonly<Record<string, string>>;
      body: Record<string, unknown>;
    } => {
      const outcome = simulator.exchange({
        method,
        url: `/v1.0${url}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: body === undefined ? '' : JSON.stringify(body),
      });
      if (outcome.kind === 'reset') return { status: 0, headers: {}, body: {} };
      const { status, headers: answered } = outcome;
      return { status, headers: answered, body: read(outcome.body) };
    },
  };
}

export const group = (
  owner: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> => ({
  displayName: 'A group',
  mailEnabled: true,
  mailNickname: 'a-group',
  securityEnabled: false,
  groupTypes: ['Unified'],
  visibility: 'Private',
  'owners@odata.bind': [`${base}/users/${owner}`],
  ...change,
});

export const upsertHeaders = { prefer: 'create-if-missing' };

export function createTeam(simulator: GraphSimulator) {
  const caller = createCaller(simulator);
  const made = caller.call('PATCH', "/groups(uniqueName='t')", group(caller.id(0)), upsertHeaders);
  const id = String(made.body['id']);
  const team = caller.call('POST', '/teams', {
    'template@odata.bind': `${base}/teamsTemplates('standard')`,
    'group@odata.bind': `${base}/groups('${id}')`,
  });
  return { ...caller, groupId: id, team };
}
