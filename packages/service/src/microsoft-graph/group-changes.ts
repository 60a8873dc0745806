// Changes the names, the description and the visibility of a group in one call. A read never decides whether the call
// is needed: it may show the values of before an earlier change.
import type { Group } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { GroupChange, OwnGroup } from '../directory/group-life.ts';
import type { GraphClient } from './graph-client.ts';
import { keepMarker, type Marking } from './marker.ts';
import type { OwnGroups } from './own-group.ts';
import type { ReadGroup } from './read-group.ts';

export function createGroupChanges(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  own: OwnGroups;
}) {
  const { client, marking, own } = deps;

  /** A group that is recognised by its description keeps the line. Graph refuses an empty text; null clears. */
  async function describe(
    wanted: string | null,
    marker: string,
    { uniqueName, description, mailNickname }: ReadGroup,
  ): Promise<string | null> {
    const text = wanted === null || wanted.trim() === '' ? null : wanted;
    const { read } = await marking();
    if (read({ uniqueName: uniqueName ?? null })?.isProven) return text;
    const noted = read({ description: description ?? null, mailNickname: mailNickname ?? null });
    const isMarked = noted?.marker === marker.toLowerCase();
    return isMarked ? keepMarker(text, description ?? '') : text;
  }

  return async (group: OwnGroup, change: GroupChange, context: CallContext): Promise<void> => {
    const { answered } = await own.require(group, context);
    const { displayName, description, visibility } = change;
    const body: Group = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(description === undefined
        ? {}
        : { description: await describe(description, group.marker, answered) }),
      ...(visibility === undefined
        ? {}
        : { visibility: visibility === 'public' ? 'Public' : 'Private' }),
    };
    await client.call(
      { name: 'groups.change', method: 'PATCH', path: `/groups/${group.groupId}`, body },
      context,
    );
  };
}
