// The group as the directory last showed it: what differs from its record, and who of its people cannot act.
import type { GroupDetail } from '../../../api/types.ts';
import { Facts } from '../../../components/facts.tsx';
import { Card } from '../../../components/layout.tsx';
import {
  settingLabel,
  settingText,
  settingValuesIn,
  useLabels,
} from '../../../components/setting-text.ts';
import { Moment } from '../../../components/time.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { type Messages, useMessages } from '../../../messages/use-messages.ts';
import { CompareGroup } from '../../to-do/comparison-note.tsx';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { Differences, Findings, ResolveDifferences } from '../../to-do/group-differences.tsx';
import { Why } from './why.tsx';

export function GroupObserved({ group }: { group: GroupDetail }) {
  const { observed, drift, findings, state } = group;
  const t = useMessages(texts);
  const settled = useInvalidation(['to-do'], ['group', group.teamId]);
  if (state !== 'active' && state !== 'archived') return null;
  if (observed === null) {
    return (
      <Card title={t('inDirectory')} note={t('neverCompared')}>
        <CompareGroup teamId={group.teamId} />
      </Card>
    );
  }
  const isCompared = drift !== null && findings !== null;
  const differs = isCompared && drift.length > 0;
  return (
    <Card
      title={t('inDirectory')}
      note={
        <>
          {isCompared
            ? t(differs || findings.length > 0 ? 'differs' : 'asRecorded')
            : t('notCompared')}{' '}
          {t.rich('seen', {
            time: () => <Moment iso={isCompared ? observed.detailsSeenAt : observed.seenAt} />,
          })}
        </>
      }
      actions={
        <div className="row">
          {differs ? (
            <ResolveDifferences size="small" groups={[{ ...group, drift }]} settled={settled} />
          ) : null}
          <CompareGroup teamId={group.teamId} />
        </div>
      }
      className="flush"
    >
      {isCompared && findings.length > 0 ? (
        <div className="card-part">
          <Findings
            findings={findings}
            observed={observed}
            responsible={group.responsible ?? ''}
            deputy={group.deputy}
          />
        </div>
      ) : null}
      {differs ? <Differences drift={drift} observed={observed} /> : null}
      {observed.settings === undefined ? null : (
        <ShownSettings teamId={group.teamId} settings={observed.settings} />
      )}
      <p className="card-part muted small">{countsOf(observed, t)}</p>
    </Card>
  );
}

/** The settings that the template decides, as Microsoft 365 showed them. */
function ShownSettings({ teamId, settings }: { teamId: string; settings: object }) {
  const t = useMessages(texts);
  const shown = settingValuesIn(settings);
  const labels = useLabels(shown.map(([name]) => name));
  if (shown.length === 0) return null;
  return (
    <details className="card-part more">
      <summary>{t('settingsOfTemplate')}</summary>
      <Facts
        facts={shown.map(
          ([name, value]) =>
            [
              settingLabel(name),
              <>
                {settingText(name, value, labels)}
                <Why teamId={teamId} property={name} name={settingLabel(name)} />
              </>,
            ] as const,
        )}
      />
    </details>
  );
}

function countsOf(
  { ownerIds, memberCount, guestCount }: NonNullable<GroupDetail['observed']>,
  t: Messages<(typeof texts)['texts']['en']>,
): string {
  const counts = [
    ownerIds === null ? t('ownersUnknown') : t('owners', { count: ownerIds.length }),
    ...(memberCount === null ? [] : [t('members', { count: memberCount })]),
    ...(guestCount === null ? [] : [t('guests', { count: guestCount })]),
  ];
  return t('counts', { counts: counts.join(', ') });
}
