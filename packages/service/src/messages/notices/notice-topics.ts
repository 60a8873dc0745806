// The topic of each kind of news to administrators.
import type { NoticeTopic } from '../../ground/schema/parts.schema.ts';
import type { NewsKind } from './notice.ts';

const topics: Partial<Record<NewsKind, NoticeTopic>> = {
  webhook_failing: 'webhooks',
  webhook_recovered: 'webhooks',
  webhook_disabled: 'webhooks',
  credential_expires: 'connection',
  microsoft_changed: 'connection',
  reports_concealed: 'connection',
  mass_departure: 'departures',
};

/** Undefined: nobody can mute the kind, because a group needs a person to act. */
export function topicOf(kind: NewsKind): NoticeTopic | undefined {
  return topics[kind];
}
