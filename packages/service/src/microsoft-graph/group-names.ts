// Asks the tenant what it has against the names of a new group, before the group is made: another object has the
// alias, or the naming policy refuses a name.
import type { CallContext } from '../directory/call-context.ts';
import type { GroupNames, NamesValidation, RefusedName } from '../directory/directory.ts';
import { conflictOf } from './conflicts.ts';
import type { GraphResponse } from './graph-response.ts';
import type { GraphClient } from './graph-client.ts';

/** The tenant, or the gateway before it, has no such call. */
const endpointMissing = [404, 405, 501];
const labels = { displayName: 'display name', mailNickname: 'alias' } as const;

export function createNamesValidation(client: GraphClient) {
  return async (names: GroupNames, context: CallContext): Promise<NamesValidation> => {
    const { displayName, mailNickname } = names;
    const answer = await client.call(
      {
        name: 'directoryObjects.validateProperties',
        method: 'POST',
        path: '/directoryObjects/validateProperties',
        body: {
          entityType: 'Group',
          ...(displayName === undefined ? {} : { displayName }),
          mailNickname,
        },
        accept: [400, 422, ...endpointMissing],
      },
      context,
    );
    if (answer.status < 300 || endpointMissing.includes(answer.status)) {
      return { isAliasTaken: false, refused: [] };
    }
    if (conflictOf(answer) === 'alias') return { isAliasTaken: true, refused: [] };
    return { isAliasTaken: false, refused: refusedNames(answer, names) };
  };
}

/**
 * One for each property that Graph names. An error without a property is no refusal of a name: the creation of the
 * group interprets it.
 */
function refusedNames({ error }: GraphResponse, names: GroupNames): RefusedName[] {
  const refused = error.details.flatMap(({ target, message, prefix, suffix }) => {
    const property = propertyOf(target);
    return property === undefined ? [] : [{ property, message, prefix, suffix }];
  });
  const inSentence = propertyOf(/\b(displayName|mailNickname)\b/i.exec(error.message)?.[1] ?? '');
  if (refused.length === 0 && inSentence !== undefined) {
    refused.push({ property: inSentence, message: error.message, prefix: '', suffix: '' });
  }
  return refused.map(({ property, message, prefix, suffix }) => ({
    property,
    detail: [
      `Microsoft 365 refuses the ${labels[property]} “${names[property] ?? ''}”: “${message || error.message}”.`,
      ...(prefix === '' ? [] : [`It must begin with “${prefix}”.`]),
      ...(suffix === '' ? [] : [`It must end with “${suffix}”.`]),
    ].join(' '),
  }));
}

function propertyOf(name: string): RefusedName['property'] | undefined {
  const wanted = name.toLowerCase();
  return (['displayName', 'mailNickname'] as const).find((one) => one.toLowerCase() === wanted);
}
