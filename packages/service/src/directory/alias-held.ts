import { DirectoryError, type DirectoryGroup } from './directory.ts';

type Holder = Pick<DirectoryGroup, 'groupId' | 'displayName'> & { readonly marker: string };

/** A group with a marker of ours, made for another teamId, holds the alias. */
export class AliasHeldByOwnGroup extends DirectoryError {
  readonly holder: Holder;

  constructor(mailNickname: string, holder: Holder, directoryRequestId?: string) {
    super(
      'alias_taken',
      `The alias ${mailNickname} belongs to the group “${holder.displayName}” (${holder.groupId}), which this service created as ${holder.marker}. Choose another alias.`,
      { directoryRequestId, alias: { name: mailNickname, teamId: holder.marker } },
    );
    this.name = 'AliasHeldByOwnGroup';
    this.holder = holder;
  }
}
