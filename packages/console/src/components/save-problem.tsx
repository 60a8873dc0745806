import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { FormNotice, type FormProblem } from './form-problem.tsx';

/**
 * Why a page was not saved. After a lost update, what is there now can be taken over.
 * @param props.what is loaded anew
 * @param props.reload takes it over, in place of what was typed
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
        <MessageBarTitle>Someone else was quicker.</MessageBarTitle> {problem.rest} What you typed
        is still here; loading {what} anew replaces it.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={reload}>
          Load it anew
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
