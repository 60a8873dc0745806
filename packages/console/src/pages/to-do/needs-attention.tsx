// The first card of the overview: each thing that needs a person now, with one link to the page where it is solved.
import { Link } from 'react-router';
import type { OverviewState } from '../../api/types.ts';
import { Card } from '../../components/layout.tsx';
import { problemLabel } from '../../components/problems.ts';
import { overview as texts } from '../../messages/overview.ts';
import { currentFormat } from '../../messages/use-format.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { openFailures } from '../groups/list/request-states.ts';

type Attention = OverviewState['attention'];

type Counted =
  | 'vacant'
  | 'disabledWebhooks'
  | 'failedMessages'
  | 'gone'
  | 'unreachablePeople'
  | 'approvals'
  | 'overdueTasks'
  | 'unansweredReviews'
  | 'expiring';

/** A request that waits longer than this is worth a look. */
const longWaitMs = 600_000;

export interface AttentionItem {
  /** No other item leads there. */
  readonly to: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

export function NeedsAttention({ state }: { state: OverviewState }) {
  const t = useMessages(texts);
  const items = [
    ...itemsOf(state.attention, state.massDeparture),
    ...waitingOf(state.waiting.oldestSince),
  ];
  return (
    <Card title={t('attention.title')}>
      {items.length === 0 ? (
        <p className="muted">{t('attention.none')}</p>
      ) : (
        <ul className="plain attention">
          {items.map(({ to, text, isUrgent }) => (
            <li key={to}>
              <span className={`status-sign ${isUrgent ? 'bad' : 'warn'}`} aria-hidden="true">
                {isUrgent ? '✕' : '!'}
              </span>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Urgent ones first. In the language of the page. */
export function itemsOf(
  attention: Attention,
  massDeparture: OverviewState['massDeparture'],
): readonly AttentionItem[] {
  const t = messagesOf(texts);
  const counted = (name: Counted, to: string, isUrgent: boolean) =>
    attention[name] === 0
      ? []
      : [{ to, text: t(`attention.${name}`, { count: attention[name] }), isUrgent }];
  return [
    ...(massDeparture === null
      ? []
      : [
          {
            to: '/responsibility',
            text: t('attention.massDeparture', { count: massDeparture.departed }),
            isUrgent: true,
          },
        ]),
    ...brokenOf(attention),
    ...counted('vacant', '/responsibility?show=vacant', true),
    ...counted('disabledWebhooks', '/webhooks', true),
    ...counted('failedMessages', '/messages?state=failed', true),
    ...counted('gone', '/groups?state=gone', true),
    ...connectionOf(attention),
    ...keysOf(attention),
    ...counted('unreachablePeople', '/findings?kind=responsible_unreachable', false),
    ...counted('approvals', '/approvals', false),
    ...counted('overdueTasks', '/tasks', false),
    ...counted('unansweredReviews', '/reviews?state=lapsed', false),
    ...counted('expiring', '/lifecycle', false),
  ];
}

/** Channels that are down, and creations that failed. */
function brokenOf({
  messagesFailingSince,
  failingEndpoints,
  openFailures: failures,
}: Attention): readonly AttentionItem[] {
  const t = messagesOf(texts);
  const format = currentFormat();
  const isUrgent = true;
  return [
    ...(messagesFailingSince === null
      ? []
      : [
          {
            to: '/messages',
            text: t('attention.messagesFailing', { since: format.dateTime(messagesFailingSince) }),
            isUrgent,
          },
        ]),
    ...failingEndpoints.map(({ endpointId, url, failingSince }) => ({
      to: `/webhooks/${endpointId}`,
      text: t('attention.webhook', { url, since: format.dateTime(failingSince) }),
      isUrgent,
    })),
    ...failures.map(({ code, count }) => ({
      to: `/groups?status=${openFailures}&error=${code}`,
      text: t('attention.openFailures', { count, reason: problemLabel(code) }),
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
