// A few entries of the activity log, each with its age.
import type { ReactNode } from 'react';
import type { ActivityItem } from '../../api/types.ts';
import { Moment } from '../../components/time.tsx';

export function RecentActivity({
  items,
  textOf,
}: {
  items: readonly ActivityItem[];
  textOf: (item: ActivityItem) => ReactNode;
}) {
  return (
    <ul className="plain stack">
      {items.map((item) => (
        <li key={item.activityId} className="row spread">
          <span className="wrap">{textOf(item)}</span>
          <Moment iso={item.occurredAt} />
        </li>
      ))}
    </ul>
  );
}
