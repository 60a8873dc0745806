// The directory groups whose members approve, with their sizes, before a policy is saved: a stage asks some of very many people.
import { type ApprovalPolicy, groupIn } from '../../settings/organisations/approval-policy.ts';
import type { ApproverDirectory } from './find-approvers.ts';

export interface ApproverGroup {
  /** The policy names the group by this text. */
  readonly group: string;
  /** Null: the directory has no such group, or cannot be asked. */
  readonly people: number | null;
}

/** Each group once, in the order of the stages. @param policy undefined: no approval */
export async function countApprovers(
  { findMembers }: Pick<ApproverDirectory, 'findMembers'>,
  tenantId: string,
  policy: Pick<ApprovalPolicy, 'stages'> | undefined,
): Promise<readonly ApproverGroup[]> {
  const named = (policy?.stages ?? []).flatMap(({ by }) => by.flatMap((one) => groupIn(one) ?? []));
  return Promise.all(
    [...new Set(named)].map(async (group) => {
      const members = await findMembers(tenantId, group).catch(() => undefined);
      return { group, people: members?.length ?? null };
    }),
  );
}
