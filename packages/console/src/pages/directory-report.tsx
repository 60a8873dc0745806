// What a test of the connection found, and that a change came too late.
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import type { ConnectionTestAnswer } from '../api/types.ts';
import { FormNotice, type FormProblem } from '../parts/form-problem.tsx';
import { formatDuration } from '../parts/time.tsx';

export function TestReport({ report }: { report: ConnectionTestAnswer }) {
  return (
    <MessageBar intent={report.ok ? 'success' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>
          {report.ok ? 'The connection works.' : 'The connection does not work yet.'}
        </MessageBarTitle>{' '}
        {report.detail} <span className="muted">({formatDuration(report.durationMs)})</span>
        {report.missing.length === 0 ? null : (
          <ul>
            {report.missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

/** @param reload takes over what is there now, in place of what was typed */
export function SaveProblem({ problem, reload }: { problem: FormProblem; reload: () => void }) {
  if (!problem.isConflict) return <FormNotice problem={problem} />;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Someone else was quicker</MessageBarTitle> {problem.rest} What you typed is
        still here; loading the connection anew replaces it.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={reload}>
          Load it anew
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
