// Each thing that needs a person now, with one address where it is solved. What is to do is that of the page To do; the rest
// is about the service.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { OverviewState } from '../../api/types.ts';
import { overview as texts } from '../../messages/overview.ts';
import { currentFormat } from '../../messages/use-format.ts';
import { messagesOf } from '../../messages/use-messages.ts';
import { addressOf, causeText, countText, isGoverned } from './cause-text.ts';
import { type ToDo, useToDo } from './use-to-do.ts';

type Attention = OverviewState['attention'];

type Counted = 'disabledWebhooks' | 'failedMessages' | 'expiring';

/** A request that waits longer than this is worth a look. */
const longWaitMs = 600_000;

export interface AttentionItem {
  /** No other item leads there. */
  readonly to: string;
  readonly text: string;
  /** Number of its things, with their unit. */
  readonly count?: string | undefined;
  readonly since?: string | null;
  /** Whether `since` is a time of the clock of governance. */
  readonly isGoverned?: boolean;
  readonly isUrgent: boolean;
}

/** Both reads are shared by every place that shows the items. Undefined while one of them is loading. */
export function useAttention(): readonly AttentionItem[] | undefined {
  const toDo = useToDo();
  const overview = useOverview();
  if (toDo.data === undefined || overview.data === undefined) return undefined;
  return itemsOf(toDo.data, overview.data);
}

const refreshEveryMs = 30_000;

export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.get('/overview', { signal }),
    refetchInterval: refreshEveryMs,
  });
}

const urgentAreas: ReadonlySet<string> = new Set(['stopped', 'creations']);
const urgentCauses: ReadonlySet<string> = new Set(['unavailable', 'vacant', 'ownerless', 'gone']);

/** Urgent ones first. In the language of the page. */
function itemsOf({ causes }: ToDo, { attention, waiting }: OverviewState) {
  const t = messagesOf(texts);
  const counted = (name: Counted, to: string, isUrgent: boolean) =>
    attention[name] === 0
      ? []
      : [{ to, text: t(`attention.${name}`, { count: attention[name] }), isUrgent }];
  const items: readonly AttentionItem[] = [
    ...causes.map((cause) => ({
      to: addressOf(cause),
      text: causeText(cause),
      count: countText(cause),
      since: cause.since,
      isGoverned: isGoverned(cause),
      isUrgent: urgentAreas.has(cause.area) || urgentCauses.has(cause.cause),
    })),
    ...brokenOf(attention),
    ...counted('disabledWebhooks', '/webhooks', true),
    ...counted('failedMessages', '/messages?state=failed', true),
    ...connectionOf(attention),
    ...microsoftOf(attention),
    ...sharePointOf(attention),
    ...keysOf(attention),
    ...counted('expiring', '/lifecycle?days=30', false),
    ...waitingOf(waiting.oldestSince),
  ];
  return items.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}

/** Channels that are down. */
function brokenOf({ messagesFailingSince, failingEndpoints }: Attention): readonly AttentionItem[] {
  const t = messagesOf(texts);
  const isUrgent = true;
  return [
    ...(messagesFailingSince === null
      ? []
      : [
          {
            to: '/messages',
            text: t('attention.messagesFailing'),
            since: messagesFailingSince,
            isUrgent,
          },
        ]),
    ...failingEndpoints.map(({ endpointId, url, failingSince }) => ({
      to: `/webhooks/${endpointId}`,
      text: t('attention.webhook', { url }),
      since: failingSince,
      isUrgent,
    })),
  ];
}

/** One sentence: an expired credential is the reason why the connection fails. */
function connectionOf({
  connection,
  credentialExpiresAt: end,
}: Attention): readonly AttentionItem[] {
  const t = messagesOf(texts);
  const format = currentFormat();
  const item = (text: string, isUrgent: boolean) => [{ to: '/directory', text, isUrgent }];
  const isPast = end !== null && Date.parse(end) <= Date.now();
  if (isPast) return item(t('attention.credentialExpired', { date: format.date(end) }), true);
  const failedAt = connection?.attemptedAt ?? null;
  if (failedAt !== null) {
    return item(t('attention.connectionFailing', { time: format.dateTime(failedAt) }), true);
  }
  if (end !== null)
    return item(t('attention.credentialExpires', { date: format.date(end) }), false);
  return connection === null ? [] : item(t('attention.connectionUntested'), false);
}

function microsoftOf({ changedAssumptions }: Attention): readonly AttentionItem[] {
  const [first] = changedAssumptions;
  if (first === undefined) return [];
  const names = changedAssumptions.map(({ name }) => name).join(', ');
  const text = messagesOf(texts)('attention.microsoftChanged', {
    count: changedAssumptions.length,
    names,
  });
  return [{ to: '/directory#probes', text, since: first.since, isUrgent: true }];
}

function sharePointOf({ sharePointCredentialExpiresAt: end }: Attention): readonly AttentionItem[] {
  if (end === null) return [];
  const isPast = Date.parse(end) <= Date.now();
  const date = currentFormat().date(end);
  const text = messagesOf(texts)(
    isPast ? 'attention.sharePointExpired' : 'attention.sharePointExpires',
    { date },
  );
  return [{ to: '/directory#share-point', text, isUrgent: isPast }];
}

function keysOf({ expiringKeys, unusedKeys }: Attention): readonly AttentionItem[] {
  const t = messagesOf(texts);
  const format = currentFormat();
  const expiring = new Set(expiringKeys.map(({ keyId }) => keyId));
  return [
    ...expiringKeys.map(({ keyId, name, expiresAt }) => ({
      to: `/api-keys/${keyId}`,
      text: t('attention.keyExpires', { name, date: format.date(expiresAt ?? '') }),
      isUrgent: false,
    })),
    ...unusedKeys
      .filter(({ keyId }) => !expiring.has(keyId))
      .map(({ keyId, name, createdAt }) => ({
        to: `/api-keys/${keyId}`,
        text: t('attention.keyUnused', { name, date: format.date(createdAt) }),
        isUrgent: false,
      })),
  ];
}

function waitingOf(oldestSince: string | null): readonly AttentionItem[] {
  if (oldestSince === null) return [];
  const waitedMs = Date.now() - Date.parse(oldestSince);
  if (waitedMs < longWaitMs) return [];
  const duration = currentFormat().duration(waitedMs);
  return [
    {
      to: '/groups?status=accepted',
      text: messagesOf(texts)('attention.waiting', { duration }),
      isUrgent: false,
    },
  ];
}
