// The form of a connection to Microsoft 365, step by step. It is tested before it is saved; its secret is write-only.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ConnectionBody, ConnectionTestResponse, DirectoryState } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import { formProblem } from '../../../components/form-problem.tsx';
import { FormFrame } from '../../../components/form-frame.tsx';
import { Card } from '../../../components/layout.tsx';
import { useFieldChecks } from '../../../components/use-field-checks.ts';
import { SaveProblem } from '../../../components/save-problem.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { bodyOf, changesTarget, type ConnectionDraft, draftOf } from './directory-draft.ts';
import { ConnectionLimits } from './directory-limits.tsx';
import { TestReport } from './directory-report.tsx';
import { SharePointFields } from './share-point-fields.tsx';
import { ConnectionSteps } from './directory-steps.tsx';
import { changes } from '../../../messages/changes.ts';
import { common } from '../../../messages/common.ts';
import { connectionGuide } from '../../../messages/connection-guide.ts';
import { directory } from '../../../messages/directory.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useUnsaved } from '../../../components/unsaved.tsx';

const pointers = [
  '/entraTenantId',
  '/clientId',
  '/credential',
  '/secret',
  '/secretExpiresOn',
  '/graphBaseUrl',
  '/loginBaseUrl',
  '/limits',
  '/sharePoint',
];

interface Tried {
  readonly body: ConnectionBody;
  /** If the test passes. */
  readonly andSave: boolean;
}

/** @param props.state as it was when the form was opened: it must not change while the user edits */
export function ConnectionForm({
  state,
  close,
  saved,
  reload,
}: {
  state: DirectoryState;
  close: () => void;
  saved: (state: DirectoryState) => void;
  reload: () => void;
}) {
  const stored = state.microsoft365;
  const t = useMessages(directory);
  const told = useMessages(changes);
  const [initial] = useState<ConnectionDraft>(() => draftOf(stored));
  const [draft, setDraft] = useState(initial);
  const save = useSending({
    send: (body: ConnectionBody) => api.put('/directory/microsoft365', { body, etag: state.etag }),
    onSuccess: saved,
    finished: () => told('connectionSaved'),
  });
  const test = useSending<ConnectionTestResponse, Tried>({
    send: ({ body }) => api.post('/directory/microsoft365/test', { body }),
    onSuccess(report, { body: tested, andSave }) {
      // Saving closes the form: later input would be lost.
      if (andSave && report.ok && isPresent(tested)) save.submit(tested);
    },
  });
  const body = bodyOf(draft);
  const isPresent = (one?: ConnectionBody) => JSON.stringify(one) === JSON.stringify(body);
  // A result belongs to the values that were tested.
  const report = isPresent(test.variables?.body) ? test.data : undefined;
  const error = save.error ?? test.error;
  const checks = useFieldChecks({
    values: draft,
    stored: initial,
    sent: save.variables ?? test.variables?.body,
    error,
    check: (values) => checkOf('put', '/directory/microsoft365', bodyOf(values)),
  });
  const problem = formProblem(error, pointers, checks.faults);
  const isPending = test.isPending || save.isPending;
  const { leave, question } = useUnsaved(draft !== initial && !save.isPending, close);
  const set = (change: Partial<ConnectionDraft>) =>
    setDraft((before) => ({ ...before, ...change }));

  function tryOut(andSave: boolean): void {
    if (isPending) return;
    checks.stop();
    // An error of the other action no longer applies to the current input.
    save.reset();
    test.submit({ body, andSave });
  }
  function saveNow(): void {
    if (isPending) return;
    checks.stop();
    test.reset();
    save.submit(body);
  }
  const needsTest = report?.ok !== true && changesTarget(initial, draft);

  return (
    <Card title={t(stored === null ? 'connect' : 'editConnection')}>
      <FormFrame
        problem={problem}
        onSubmit={() => (needsTest ? tryOut(true) : saveNow())}
        onLeave={checks.leave}
      >
        <ConnectionSteps
          state={state}
          draft={draft}
          set={set}
          field={(pointer) => problem.field(pointer)}
          report={report}
        />
        <ConnectionLimits
          draft={draft}
          published={state.publishedLimits}
          set={set}
          field={(pointer) => problem.field(pointer)}
        />
        <SharePointFields
          draft={draft}
          stored={stored}
          set={set}
          field={(pointer) => problem.field(pointer)}
        />
        <SaveProblem problem={problem} reload={reload} />
        {problem.error !== null && problem.rest === undefined ? (
          <MessageBar intent="error">
            <MessageBarBody>{t('form.fixFields')}</MessageBarBody>
          </MessageBar>
        ) : null}
        {report === undefined || isPending ? null : <TestReport report={report} />}
        <FormActions
          leave={leave}
          tryOut={() => tryOut(false)}
          saveAnyway={report?.ok === false ? saveNow : undefined}
          doing={test.isPending ? 'testing' : save.isPending ? 'saving' : undefined}
        />
      </FormFrame>
      {question}
    </Card>
  );
}

function FormActions({
  leave,
  tryOut,
  saveAnyway,
  doing,
}: {
  leave: () => void;
  tryOut: () => void;
  /** Undefined: there is no failed test. */
  saveAnyway: (() => void) | undefined;
  doing: 'testing' | 'saving' | undefined;
}) {
  const t = useMessages(directory);
  const c = useMessages(common);
  const guide = useMessages(connectionGuide);
  const isPending = doing !== undefined;
  return (
    <div className="modal-actions">
      <Button onClick={leave}>{c('cancel')}</Button>
      <Button
        icon={<PlugConnectedCheckmarkRegular />}
        disabledFocusable={isPending}
        onClick={tryOut}
      >
        {t(doing === 'testing' ? 'testing' : 'test')}
      </Button>
      {saveAnyway === undefined ? null : (
        <Button disabledFocusable={isPending} onClick={saveAnyway}>
          {guide('test.saveAnyway')}
        </Button>
      )}
      <Button type="submit" appearance="primary" disabledFocusable={isPending}>
        {doing === 'saving' ? c('saving') : t('form.save')}
      </Button>
    </div>
  );
}
