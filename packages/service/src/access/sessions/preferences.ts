// The language and the time zone that an administrator chose for the admin center, and the messages that the person does
// not get. They follow the account to every browser.
import { DomainError, validationFailed } from '../../ground/errors.ts';
import { timeZoneFaults } from '../../ground/zoned-time.ts';
import type { NoticeTopic } from '../../ground/schema/parts.schema.ts';

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
    const faults = timeZoneFaults(change.timeZone);
    if (faults.length > 0) throw validationFailed(faults);
    const changed = await store.changePreferences(tenantId, administratorId, change);
    if (changed === undefined) {
      throw new DomainError('not_found', 'This administrator no longer exists.');
    }
    return changed;
  };
}
