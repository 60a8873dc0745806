// The rights of the user over another administrator, as the service checks them: they decide which controls are shown.
import { useMay, useSession } from '../../../api/session.ts';
import type { AdministratorEntry } from '../../../api/types.ts';

/** `self` and `owner`: why the user may not change the person. */
export type RightOver = 'yes' | 'no' | 'self' | 'owner';

/** While a tenant has no owner, its administrators act as owners. */
export function useRights(all: readonly AdministratorEntry[]) {
  const mayManage = useMay('administrators:manage');
  const { administrator: self } = useSession();
  const mayChangeOwners =
    mayManage && (self.role === 'owner' || all.every(({ role }) => role !== 'owner'));
  return {
    mayChangeOwners,
    over(person: AdministratorEntry): RightOver {
      if (!mayManage) return 'no';
      if (person.administratorId === self.administratorId) return 'self';
      return person.role === 'owner' && !mayChangeOwners ? 'owner' : 'yes';
    },
  };
}
