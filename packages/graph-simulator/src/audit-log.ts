// `/auditLogs/directoryAudits`: who changed groups, latest first.
import { badRequest } from './response.ts';
import { page, type Route } from './route.ts';

const filterPattern = /^activityDateTime ge (\S+) and loggedByService eq 'Core Directory'$/;

export const auditLogRoutes: readonly Route[] = [
  {
    name: 'auditLogs.directoryAudits',
    method: 'GET',
    pattern: /^\/auditLogs\/directoryAudits$/,
    permissions: ['AuditLog.Read.All'],
    costs: { auditLogReads: 1 },
    handle: (call) => {
      const { tenant, query } = call;
      const from = Date.parse(filterPattern.exec(query.get('$filter') ?? '')?.[1] ?? '');
      if (Number.isNaN(from)) throw badRequest('unsupported_query', 'Unsupported $filter.');
      const entries = tenant.groupChanges
        .filter(({ at }) => at >= from)
        .toReversed()
        .map(({ at, groupId, kind, by, properties = [] }) => ({
          activityDateTime: new Date(at).toISOString(),
          activityDisplayName: kind === 'deleted' ? 'Delete group' : 'Update group',
          category: 'GroupManagement',
          loggedByService: 'Core Directory',
          initiatedBy:
            by === undefined
              ? { user: null, app: { appId: tenant.clientId, displayName: 'The caller' } }
              : { user: { userPrincipalName: by }, app: null },
          targetResources: [
            {
              id: groupId,
              type: 'Group',
              modifiedProperties: properties.map((name) => ({
                displayName: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
              })),
            },
          ],
        }));
      return page(call, entries);
    },
  },
];
