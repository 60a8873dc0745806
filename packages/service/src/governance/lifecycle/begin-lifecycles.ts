// Renewals, holds and releases of a batch: each group by the use case of a single request.
import {
  type Batch,
  type BatchGroup,
  type BeginGroups,
  createBeginOneByOne,
  type lifecycleBatchKinds,
} from '../../groups/batches/batch.ts';

type Kind = (typeof lifecycleBatchKinds)[number];
type Group = Pick<Batch, 'tenantId' | 'actor' | 'within'> & Pick<BatchGroup, 'teamId' | 'version'>;

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
  return {
    renew: createBeginOneByOne(async (group, { until, reason, actor }) => {
      const { changed } = await changeLifecycle.renew({
        ...group,
        reason,
        until: until ?? undefined,
        isUnlimited: actor.kind === 'administrator',
      });
      return changed;
    }),
    hold: createBeginOneByOne(async (group, { reason }) => {
      const { changed } = await changeLifecycle.hold({ ...group, reason: reason ?? '' });
      return changed;
    }),
    release: createBeginOneByOne((group) => changeLifecycle.release(group)),
  };
}
