// The detail of a step in the language of the page. The service has few such sentences, and stores them without codes.
// The page shows a sentence that it does not know as it is.
import { problems } from '../messages/problems.ts';
import { type Messages, messagesOf } from '../messages/use-messages.ts';
import type { en } from '../messages/en/problems.ts';

type Text = (t: Messages<typeof en>, counts: readonly number[]) => string;

const texts: readonly (readonly [says: RegExp, text: Text])[] = [
  [/^No approval is needed\.$/, (t) => t('stepDetail.noApproval')],
  [/^Waits for an approval\.$/, (t) => t('stepDetail.waitsForApproval')],
  [/^The directory is creating the team\.$/, (t) => t('stepDetail.creatingTeam')],
  [/^The team and its content may follow/, (t) => t('stepDetail.teamFollows')],
  [/^The group was created, but the directory does not show/, (t) => t('stepDetail.notVisible')],
  [
    /^Found ([\d,]+) owners? and ([\d,]+) members?\.$/,
    (t, [owners = 0, members = 0]) => t('stepDetail.found', { owners, members }),
  ],
  [
    /^Created ([\d,]+) of ([\d,]+) channels?\.$/,
    (t, [created = 0, all = 0]) => t('stepDetail.channels', { created, count: all }),
  ],
  [
    /^Processed ([\d,]+) of ([\d,]+) owners\.$/,
    (t, [done = 0, all = 0]) => t('stepDetail.owners', { done, count: all }),
  ],
  [
    /^Processed ([\d,]+) of ([\d,]+) members\.$/,
    (t, [done = 0, all = 0]) => t('stepDetail.members', { done, count: all }),
  ],
];

export function stepText(detail: string): string {
  for (const [says, text] of texts) {
    const found = says.exec(detail);
    if (found === null) continue;
    const counts = found.slice(1).map((number) => Number(number.replaceAll(',', '')));
    return text(messagesOf(problems), counts);
  }
  return detail;
}
