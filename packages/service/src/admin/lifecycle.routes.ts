// Renewals and holds of groups, for administrators, who renew without limit.
import { momentOf } from '../ground/moment.ts';
import type { Server } from '../http/server.ts';
import type { ChangeLifecycle } from '../governance/lifecycle/change-lifecycle.postgres.ts';
import {
  HoldBody,
  holdResponse,
  RenewalBody,
  RenewalResponse,
} from '../governance/lifecycle/lifecycle.schema.ts';
import { refTo } from '../http/schema-ref.ts';
import { HoldResponse } from '../groups/read/team-lifecycle.schema.ts';
import { noContent } from './common.schema.ts';
import { GroupParams } from './groups.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface AdminLifecycleDeps {
  readonly changeLifecycle: ChangeLifecycle;
}

const declared = operations('Group operations', {
  renewGroup: {
    reach: 'organisations',
    summary: 'Renew a group that expires, also beyond the limit of its template.',
    admin: 'groups:manage',
    answer: 'The new expiry.',
    problems: ['not_found', 'not_expiring', 'validation_failed'],
    params: GroupParams,
    body: refTo(RenewalBody),
    response: { 200: refTo(RenewalResponse) },
  },
  holdGroup: {
    reach: 'organisations',
    summary: 'Put a group on hold: it is neither archived nor deleted until you release it.',
    admin: 'groups:manage',
    answer: 'The hold.',
    problems: ['not_found', 'validation_failed'],
    params: GroupParams,
    body: refTo(HoldBody),
    response: { 200: refTo(HoldResponse) },
  },
  releaseGroup: {
    reach: 'organisations',
    summary: 'Release the hold of a group.',
    admin: 'groups:manage',
    answer: 'The group is on no hold.',
    problems: ['not_found'],
    params: GroupParams,
    response: noContent,
  },
});

export function registerAdminLifecycleRoutes(
  server: Server,
  { changeLifecycle }: AdminLifecycleDeps,
): void {
  const path = '/:tenantId/groups/:teamId';

  server.post(`${path}/renewal`, declared.renewGroup, async (request) => {
    const { tenantId, teamId, actor, limit: within } = resourceOf(request);
    const { until, reason = null } = request.body;
    const expiresAt = await changeLifecycle.renew({
      tenantId,
      teamId,
      actor,
      within,
      reason,
      until: momentOf(until),
      isUnlimited: true,
    });
    return { teamId, expiresAt: expiresAt.toISOString() };
  });

  server.put(`${path}/hold`, declared.holdGroup, async (request) => {
    const { tenantId, teamId, actor, limit: within } = resourceOf(request);
    const { reason } = request.body;
    return holdResponse(await changeLifecycle.hold({ tenantId, teamId, actor, within, reason }));
  });

  server.delete(`${path}/hold`, declared.releaseGroup, async (request) => {
    const { tenantId, teamId, actor, limit: within } = resourceOf(request);
    await changeLifecycle.release({ tenantId, teamId, actor, within });
  });
}
