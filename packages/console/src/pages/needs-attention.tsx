// The first card of the overview: each thing that needs a person now, with one link to the page where it is solved.
import { Link } from 'react-router';
import type { OverviewState } from '../api/types.ts';
import { Card } from '../components/layout.tsx';
import { formatMoment } from '../components/time.tsx';

type Attention = OverviewState['attention'];

interface Item {
  readonly to: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** Shown while there is anything. */
export function NeedsAttention({
  attention,
  massDeparture,
}: {
  attention: Attention;
  massDeparture: OverviewState['massDeparture'];
}) {
  const items = itemsOf(attention, massDeparture);
  if (items.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className="plain attention">
        {items.map(({ to, text, isUrgent }) => (
          <li key={text}>
            <span className={`status-sign ${isUrgent ? 'bad' : 'warn'}`} aria-hidden="true">
              {isUrgent ? '✕' : '!'}
            </span>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function itemsOf(
  {
    vacant,
    approvals,
    overdueTasks,
    failingWebhooks,
    disabledWebhooks,
    failedMessages,
    unreachablePeople,
    messagesFailingSince,
    expiring,
  }: Attention,
  massDeparture: OverviewState['massDeparture'],
): readonly Item[] {
  return [
    ...(massDeparture === null
      ? []
      : [
          {
            to: '/responsibility',
            text: `${countOf(massDeparture.departed, 'person', 'people')} who answer for groups left within a week. Nothing is handed over until you decide.`,
            isUrgent: true,
          },
        ]),
    ...(messagesFailingSince === null
      ? []
      : [
          {
            to: '/messages',
            text: `Messages can’t be sent since ${formatMoment(messagesFailingSince)}.`,
            isUrgent: true,
          },
        ]),
    ...itemOf(vacant, '/responsibility?show=vacant', true, [
      'group with nobody responsible',
      'groups with nobody responsible',
    ]),
    ...itemOf(failingWebhooks, '/webhooks', true, ['failing webhook', 'failing webhooks']),
    ...itemOf(disabledWebhooks, '/webhooks', true, [
      'webhook was turned off by the service',
      'webhooks were turned off by the service',
    ]),
    ...itemOf(failedMessages, '/messages?state=failed', true, [
      'message given up in the last 30 days',
      'messages given up in the last 30 days',
    ]),
    ...itemOf(unreachablePeople, '/findings?kind=responsible_unreachable', false, [
      'person who answers for a group gets no messages',
      'people who answer for groups get no messages',
    ]),
    ...itemOf(approvals, '/approvals', false, [
      'request waiting for an approval',
      'requests waiting for an approval',
    ]),
    ...itemOf(overdueTasks, '/tasks', false, ['overdue task', 'overdue tasks']),
    ...itemOf(expiring, '/lifecycle', false, [
      'group expires within 30 days',
      'groups expire within 30 days',
    ]),
  ];
}

function itemOf(
  count: number,
  to: string,
  isUrgent: boolean,
  [one, many]: readonly [string, string],
): Item[] {
  return count === 0 ? [] : [{ to, text: countOf(count, one, many), isUrgent }];
}

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
