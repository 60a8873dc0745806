// Microsoft Teams' published rules for the names of channels ("Limits and specifications for Microsoft Teams").
// Files of a channel live in a SharePoint folder of its name, hence the reserved words.
import type { FaultValues } from '../../ground/errors.ts';

export interface ChannelNameFault {
  readonly code: 'character_refused' | 'name_reserved' | 'not_valid';
  readonly detail: string;
  readonly values?: FaultValues;
}

const refusedText = '~ # % & * { } + / \\ : < > ? | \' " , ..'.split(' ');
const reservedWords = /^(?:forms|con|conin\$|conout\$|prn|aux|nul|com\d|lpt\d|desktop\.ini)$/i;
/** Refused anywhere in a name. */
const reservedPart = '_vti_';

/** Every rule that the name breaks. */
export function channelNameFaults(displayName: string): ChannelNameFault[] {
  const faults: ChannelNameFault[] = [];
  const refused = refusedText.filter((text) => displayName.includes(text));
  if (refused.length > 0) {
    const detail = `A channel's name must not contain ${refused.join(' ')}`;
    faults.push({ code: 'character_refused', detail, values: { refused } });
  }
  if (/^[_.\s]|[.\s]$/.test(displayName)) {
    const detail =
      "A channel's name must not begin with an underscore, a dot or a space, nor end with a dot or a space.";
    faults.push({ code: 'not_valid', detail, values: { rule: 'channel_ends' } });
  }
  if (reservedWords.test(displayName) || displayName.toLowerCase().includes(reservedPart)) {
    const detail = `Microsoft Teams reserves the channel name ${displayName}.`;
    faults.push({ code: 'name_reserved', detail, values: { name: displayName } });
  }
  return faults;
}
