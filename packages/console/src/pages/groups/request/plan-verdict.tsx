// Whether a request can be created, as the service checks it while it is typed.
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { labelEffect } from '../../../components/setting-text.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { LivePlan, Plan } from './use-plan.ts';

/** One line on whether the request can be created. */
export function PlanVerdict({
  plan,
  error,
  problem,
  isBegun = true,
}: LivePlan & {
  /** False while the only faults are those of fields that are still to be filled in. */
  isBegun?: boolean;
}) {
  const t = useMessages(groupRequest);
  const intent = error !== null || plan?.conforms === false ? 'error' : 'success';
  const text =
    error !== null
      ? t('checkFailed', { reason: error.message })
      : plan === undefined
        ? t('checking')
        : plan.conforms
          ? [t('ready'), labelEffect([plan])].filter(Boolean).join(' ')
          : !isBegun
            ? t('fillIn')
            : plan.faults.length > 0
              ? [t('notReady'), problem.rest].filter(Boolean).join(' ')
              : t('wouldFail', { reason: reasonOf(plan) });
  return (
    <div role="status">
      {error === null && (plan === undefined || (!isBegun && !plan.conforms)) ? (
        <p className="muted">{text}</p>
      ) : (
        <MessageBar intent={intent}>
          <MessageBarBody>{text}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}

const reasonOf = ({ error }: Plan): string =>
  error === null ? '' : serviceText('problem', error.code, error.detail);
