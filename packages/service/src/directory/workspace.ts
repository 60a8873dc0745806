// The part of the port that finds the places of an existing group: the channels of its team, and its site.
import type { CallContext } from './call-context.ts';

export const channelKinds = ['standard', 'private', 'shared'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export interface TeamChannel {
  readonly channelId: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly kind: ChannelKind;
  /** Opens the channel; https. Undefined where the directory gives none. */
  readonly webUrl: string | undefined;
}

export interface Workspace {
  /** Sorted by name. Undefined: the group has no team, or the directory does not show it yet. */
  listChannels(groupId: string, call: CallContext): Promise<readonly TeamChannel[] | undefined>;
  /** The https address of the group's site. Undefined: it has none, or the directory does not show it yet. */
  readSiteUrl(groupId: string, call: CallContext): Promise<string | undefined>;
}

export function sortedChannels(channels: readonly TeamChannel[]): readonly TeamChannel[] {
  return channels.toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}
