// Whether a request can be created, as the service checks it while it is typed.
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { groupRequest } from '../../messages/group-request.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { LivePlan } from './use-plan.ts';

/** One line on whether the request can be created. */
export function PlanVerdict({ plan, error, problem }: LivePlan) {
  const t = useMessages(groupRequest);
  const intent = error !== null || plan?.conforms === false ? 'error' : 'success';
  const text =
    error !== null
      ? t('checkFailed', { reason: error.message })
      : plan === undefined
        ? t('checking')
        : plan.conforms
          ? t('ready')
          : plan.faults.length > 0
            ? [t('notReady'), problem.rest].filter(Boolean).join(' ')
            : t('wouldFail', { reason: plan.error?.detail ?? '' });
  return (
    <div role="status">
      {plan === undefined && error === null ? (
        <p className="muted">{text}</p>
      ) : (
        <MessageBar intent={intent} layout="multiline">
          <MessageBarBody>{text}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}
