// The reasons for a fact about a group: entries of the audit log in the order in which they followed, each with the rule or
// the person behind it, the fact before and after, and its place in the hash chain.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Answer } from '../../../api/route-types.ts';
import { Loaded } from '../../../components/layout.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { Modal } from '../../../components/modal.tsx';
import { common } from '../../../messages/common.ts';
import { currentFormat, useFormat } from '../../../messages/use-format.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { why as texts } from '../../../messages/why.ts';
import { activityByActor } from '../../activity/activity-words.ts';
import { decisionLabel } from '../../to-do/task-words.tsx';

export interface AskedFact {
  readonly teamId: string;
  /** It is a value of the parameter `property` of `GET /teams/{teamId}/why`. */
  readonly property: string;
  /** It is the id of the person, where the property is owners or members. */
  readonly person?: string;
  /** The fact in words. */
  readonly name: string;
}

type Explanation = Answer<'get', '/teams/{teamId}/why'>;
type Reason = Explanation['reasons'][number];

export function WhyPanel({
  teamId,
  property,
  person,
  name,
  close,
}: AskedFact & { close: () => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const explanation = useQuery({
    queryKey: ['group', teamId, 'why', property, person],
    queryFn: ({ signal }) =>
      api.get('/teams/{teamId}/why', {
        path: { teamId },
        query: { property, ...(person !== undefined && { person }) },
        signal,
      }),
  });
  return (
    <Modal title={t('title', { name })} close={close} className="modal panel">
      <Loaded query={explanation}>{(found) => <Reasons {...found} />}</Loaded>
      <div className="modal-actions">
        <Button onClick={close}>{c('close')}</Button>
      </div>
    </Modal>
  );
}

function Reasons({ reasons, archivedUntil }: Explanation) {
  const t = useMessages(texts);
  const format = useFormat();
  return (
    <>
      <p className="muted">{t(reasons.length === 0 ? 'none' : 'lead')}</p>
      <ol className="timeline">
        {reasons.map((reason) => (
          <li key={reason.activityId}>
            <time dateTime={reason.occurredAt}>{format.dateTime(reason.occurredAt)}</time>
            <ReasonText reason={reason} />
          </li>
        ))}
      </ol>
      {archivedUntil === null ? null : (
        <p className="muted small">{t('archived', { date: format.date(archivedUntil) })}</p>
      )}
    </>
  );
}

function ReasonText({ reason: one }: { reason: Reason }) {
  const t = useMessages(texts);
  const { rule, outcome, reason, proof } = one;
  const values = valuesOf(one);
  return (
    <div className="wrap">
      {activityByActor(one)}
      {values === undefined ? null : <div>{t('values', values)}</div>}
      {rule === null ? null : (
        <div className="muted small">
          {t('rule', { rule: rule.rule, version: rule.policyVersion })}
        </div>
      )}
      {outcome === null ? null : (
        <div className="muted small">{t('decided', { decision: decisionLabel(outcome) })}</div>
      )}
      {reason === null ? null : (
        <div className="muted small">
          <MailText text={t('reason', { reason })} />
        </div>
      )}
      <div className={proof?.isIntact === false ? 'failure small' : 'muted small'}>
        {proof === null
          ? t('unsealed')
          : t(proof.isIntact ? 'entry' : 'broken', { position: proof.position })}
      </div>
    </div>
  );
}

/** Undefined: the entry does not say the fact. */
function valuesOf({ before, after }: Reason) {
  if (before === undefined && after === undefined) return undefined;
  return { before: valueText(before), after: valueText(after) };
}

function valueText(value: unknown): string {
  const t = messagesOf(texts);
  if (value == null || value === '') return t('noValue');
  if (Array.isArray(value)) {
    return value.length === 0 ? t('nobody') : currentFormat().list(value.map(String));
  }
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
