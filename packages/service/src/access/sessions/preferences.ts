// The language and the time zone that an administrator chose for the admin center, and the messages that the person does
// not get. They follow the account to every browser.
import { DomainError } from '../../ground/errors.ts';
import { isTimeZone } from '../../ground/zoned-time.ts';
import type { NoticeTopic } from '../../ground/schema/notice-topic.ts';

export interface Preferences {
  /** A language tag (BCP 47); null: the language of the browser. */
  readonly language: string | null;
  /** The IANA name of a time zone; null: the time zone of the browser. */
  readonly timeZone: string | null;
  /** Topics of messages to administrators that the person does not get; empty until the first choice. */
  readonly mutedNotices: readonly NoticeTopic[];
}

export interface PreferenceStore {
  /** Members that are not named stay. Undefined when there is no such administrator. */
  changePreferences(
    tenantId: string,
    administratorId: string,
    change: Partial<Preferences>,
  ): Promise<Preferences | undefined>;
}

export type ChangePreferences = (
  tenantId: string,
  administratorId: string,
  change: Partial<Preferences>,
) => Promise<Preferences>;

export function createChangePreferences({ store }: { store: PreferenceStore }): ChangePreferences {
  return async (tenantId, administratorId, change) => {
    if (change.timeZone != null && !isTimeZone(change.timeZone)) {
      throw new DomainError('validation_failed', 'The time zone is unknown.', {
        faults: [
          {
            pointer: '/timeZone',
            code: 'not_valid',
            detail: 'This must be the IANA name of a time zone.',
            values: { rule: 'time_zone' },
          },
        ],
      });
    }
    const changed = await store.changePreferences(tenantId, administratorId, change);
    if (changed === undefined) {
      throw new DomainError('not_found', 'This administrator no longer exists.');
    }
    return changed;
  };
}
