// The name of a person: that of the record, else that of the directory, else the reference itself.
import { usePeopleNames } from './known-people.ts';
import { MailText } from './mail-text.tsx';

export function PersonName({
  name,
  reference,
}: {
  /** Null: the record has none. */
  name: string | null | undefined;
  /** E-mail address or user id. */
  reference: string;
}) {
  const nameOf = usePeopleNames([name == null ? reference : null]);
  const shown = name ?? nameOf(reference);
  return shown === reference ? <MailText text={reference} /> : <bdi>{shown}</bdi>;
}
