// Renewals, holds and releases of a batch: each group by the use case of a single request.
import { isUnavailable } from '../../engine/failed-attempt.ts';
import { DomainError } from '../../ground/errors.ts';
import type {
  Batch,
  BatchResult,
  BeginGroups,
  lifecycleBatchKinds,
} from '../../groups/batches/batch.ts';

type Kind = (typeof lifecycleBatchKinds)[number];
type Group = Pick<Batch, 'tenantId' | 'actor' | 'within'> & { readonly teamId: string };

/** The use cases of single requests. */
interface ChangeLifecycle {
  renew(
    group: Group & {
      readonly until: Date | undefined;
      readonly reason: string | null;
      readonly isUnlimited: boolean;
    },
  ): Promise<{ readonly changed: boolean }>;
  hold(group: Group & { readonly reason: string }): Promise<{ readonly changed: boolean }>;
  /** Answers whether the group was on hold. */
  release(group: Group): Promise<boolean>;
}

export function createBeginLifecycles(
  changeLifecycle: ChangeLifecycle,
): Readonly<Record<Kind, BeginGroups>> {
  const begin =
    (change: (group: Group, batch: Batch) => Promise<boolean>): BeginGroups =>
    async (batch, groups) => {
      const { tenantId, actor, within } = batch;
      const results: BatchResult[] = [];
      for (const { teamId } of groups) {
        try {
          const changed = await change({ tenantId, teamId, actor, within }, batch);
          results.push({ outcome: changed ? 'done' : 'unchanged' });
        } catch (error) {
          if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
          results.push({ outcome: 'refused', error });
        }
      }
      return results;
    };
  return {
    renew: begin(async (group, { until, reason, actor }) => {
      const { changed } = await changeLifecycle.renew({
        ...group,
        reason,
        until: until ?? undefined,
        isUnlimited: actor.kind === 'administrator',
      });
      return changed;
    }),
    hold: begin(async (group, { reason }) => {
      const { changed } = await changeLifecycle.hold({ ...group, reason: reason ?? '' });
      return changed;
    }),
    release: begin((group) => changeLifecycle.release(group)),
  };
}
