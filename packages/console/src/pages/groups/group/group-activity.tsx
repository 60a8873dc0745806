// The entries of the activity log about one group.
import { api } from '../../../api/client.ts';
import { Card, Loaded } from '../../../components/layout.tsx';
import { ShowMore, useListed } from '../../../components/listed-table.tsx';
import { groupTabs as texts } from '../../../messages/group-tabs.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { activityByActor, isFailure } from '../../activity/activity-words.ts';

const limit = 25;

export function GroupActivity({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const format = useFormat();
  const activity = useListed(['group', teamId, 'activity'], (cursor, signal) =>
    api.get('/activity', { query: { subjectId: teamId, limit, cursor }, signal }),
  );
  return (
    <Card title={t('activity')} note={t('activityNote')} className="flush">
      <Loaded query={activity}>
        {(items) =>
          items.length === 0 ? (
            <p className="card-part muted">{t('noActivity')}</p>
          ) : (
            <>
              <ol className="card-part plain stack tight">
                {items.map((item) => (
                  <li key={item.activityId} className="row spread">
                    <span className={isFailure(item.action) ? 'failure wrap' : 'wrap'}>
                      {activityByActor(item)}
                    </span>
                    <time className="muted small" dateTime={item.occurredAt}>
                      {format.dateTime(item.occurredAt)}
                    </time>
                  </li>
                ))}
              </ol>
              <ShowMore shown={items.length} query={activity} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
