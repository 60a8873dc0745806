import { Button } from '@fluentui/react-button';
import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-message-bar';
import { FormNotice, type FormProblem } from './form-problem.tsx';

/**
 * Shows why a page was not saved. After a conflict, the user can load the current version.
 * @param props.what is reloaded
 * @param props.reload replaces the input with the current version
 */
export function SaveProblem({
  problem,
  what,
  reload,
}: {
  problem: FormProblem;
  what: string;
  reload: (() => void) | undefined;
}) {
  if (!problem.isConflict || reload === undefined) return <FormNotice problem={problem} />;
  return (
    <MessageBar className="form-notice" intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Changed by someone else.</MessageBarTitle> {problem.rest} Your input is
        still here. Reloading {what} replaces it.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={reload}>
          Reload
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
