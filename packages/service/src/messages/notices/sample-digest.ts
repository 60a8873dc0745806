// A digest with made-up entries, which shows how the custom texts of a tenant look in a message.
import type { Language, NoticeTexts } from '../../settings/tenants/notice-settings.ts';
import { composeDigest, type Digest, type DigestNotice } from './digest.ts';

const dayMs = 86_400_000;

/** @param now milliseconds since the Unix epoch */
export function sampleDigest(input: {
  readonly language: Language;
  readonly timeZone: string;
  readonly tenantName: string;
  readonly contact: string | null;
  readonly texts: NoticeTexts | undefined;
  readonly overviewUrl: string;
  readonly now: number;
}): Digest {
  const { now, overviewUrl } = input;
  const inDays = (days: number) => new Date(now + days * dayMs).toISOString();
  const question: DigestNotice = {
    kind: 'renew',
    teamId: 'sample-1',
    taskId: 'sample-1',
    displayName: 'Aurora',
    data: { dueAt: inDays(30), unanswered: 'archive', reminder: 1 },
  };
  const news: DigestNotice = {
    kind: 'created',
    teamId: 'sample-2',
    taskId: null,
    displayName: 'Borealis',
    data: { dueAt: inDays(365) },
  };
  return composeDigest({ ...input, notices: [question, news], linkOf: () => overviewUrl });
}
