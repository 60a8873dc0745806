import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from './message-bar.tsx';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { FormNotice, type FormProblem } from './form-problem.tsx';

/**
 * Shows why a page was not saved. After a conflict, the user can load the current version.
 * @param props.reload replaces the input with the current version
 */
export function SaveProblem({
  problem,
  reload,
}: {
  problem: FormProblem;
  reload: (() => void) | undefined;
}) {
  const t = useMessages(common);
  if (!problem.isConflict || reload === undefined) return <FormNotice problem={problem} />;
  return (
    <MessageBar className="form-notice" role="alert" intent="warning">
      <MessageBarBody>
        <MessageBarTitle>{t('changedBySomeoneElse')}</MessageBarTitle> {problem.rest}{' '}
        {t('reloadReplacesInput')}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={reload}>
          {t('reload')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
