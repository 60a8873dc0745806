// The suite's own expiration: a policy of the suite deletes groups whatever ours says. So each renewal is made there, too,
// and a group that the suite ends before us is reported.
import {
  createDirectoryWork,
  type DirectoryWork,
  type DirectoryWorkDeps,
  type DirectoryWorkStore,
} from '../directory-work.ts';

export interface DueSuiteExpiration {
  readonly tenantId: string;
  readonly teamId: string;
  readonly groupId: string;
  readonly marker: string;
  readonly isUnmarked: boolean;
  readonly renews: boolean;
}

export interface SuiteExpirationStore extends DirectoryWorkStore<DueSuiteExpiration> {
  /** @param suiteExpiresAt null: no policy of the suite covers the group */
  store(item: DueSuiteExpiration, suiteExpiresAt: Date | null): Promise<void>;
}

export function createSuiteExpirations({
  store,
  ...deps
}: DirectoryWorkDeps & {
  readonly store: SuiteExpirationStore;
  readonly onFailed: (item: DueSuiteExpiration, error: unknown) => void;
}): DirectoryWork {
  return createDirectoryWork({
    ...deps,
    name: 'suite expirations',
    store,
    async work(item, directory, call) {
      const { renews, ...group } = item;
      const expiresAt = renews
        ? await directory.renewGroup(group, call)
        : await directory.readExpiration(group, call);
      await store.store(item, expiresAt);
    },
  });
}

/** @param expiresAt null: by our policy it does not expire */
export function endsEarlier(suiteExpiresAt: Date | null, expiresAt: Date | null): boolean {
  return suiteExpiresAt !== null && (expiresAt === null || suiteExpiresAt < expiresAt);
}
