import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { TextArea } from '../../../components/text-area.tsx';
import { useRef, useState } from 'react';
import { CsvFaults } from '../../../../../cli/src/groups-file/csv-table.ts';
import { decodeText, EncodingFault } from '../../../../../service/src/ground/decode-text.ts';
import { common } from '../../../messages/common.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { downloadCsv } from '../../../components/download-csv.ts';
import { csvOf, type CsvTable, readCsv } from './read-csv.ts';
import { faultProps } from '../../../components/fault-props.ts';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { useSending } from '../../../components/use-sending.ts';

const maxBytes = 10_000_000;

export function ChooseFile({
  lead,
  maxRows,
  sample,
  pasted,
  onPasted,
  take,
  leave,
}: {
  lead: string;
  maxRows: number;
  /** The rows of a file to fill in. */
  sample?: (() => Promise<readonly (readonly string[])[]>) | undefined;
  pasted: string;
  onPasted: (text: string) => void;
  take: (table: CsvTable) => void;
  leave: () => void;
}) {
  const t = useMessages(groupImport);
  const c = useMessages(common);
  const download = useSending({
    async send() {
      if (sample !== undefined) downloadCsv(t('sampleName'), csvOf(await sample()));
    },
  });
  const [fault, setFault] = useState<{ of: 'file' | 'text'; text: string }>();
  // Only the last choice counts: a large file may be read after a smaller one that was chosen later.
  const turn = useRef(0);
  const read = async (of: 'file' | 'text', source: string | Promise<string>) => {
    const mine = (turn.current += 1);
    try {
      const table = readCsv(await source);
      if (mine !== turn.current) return;
      const rows = table.rows.length;
      if (rows === 0) setFault({ of, text: t('noRows') });
      else if (rows > maxRows) setFault({ of, text: t('tooMany', { rows, count: maxRows }) });
      else take(table);
    } catch (error) {
      if (mine !== turn.current) return;
      setFault({ of, text: faultText(error) });
    }
  };
  const of = (which: 'file' | 'text') => faultProps(fault?.of === which ? fault.text : undefined);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void read('text', pasted);
      }}
    >
      <p>{lead}</p>
      {sample === undefined ? null : (
        <div>
          <Button
            icon={<ArrowDownloadRegular />}
            disabledFocusable={download.isPending}
            onClick={() => download.submit()}
          >
            {t('sample')}
          </Button>
          <FormNotice problem={formProblem(download.error, [])} />
        </div>
      )}
      <Field label={t('file')} {...of('file')}>
        {(field) => (
          <input
            {...field}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file === undefined) return;
              if (file.size > maxBytes) setFault({ of: 'file', text: t('tooLarge') });
              else void read('file', textOf(file));
            }}
          />
        )}
      </Field>
      <Field label={t('paste')} {...of('text')}>
        <TextArea
          className="mono-input"
          rows={8}
          spellCheck={false}
          value={pasted}
          onChange={onPasted}
        />
      </Field>
      <div className="modal-actions">
        <Button onClick={leave}>{c('cancel')}</Button>
        <Button type="submit" appearance="primary">
          {c('next')}
        </Button>
      </div>
    </form>
  );
}

async function textOf(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

function faultText(error: unknown): string {
  const t = messagesOf(groupImport);
  if (error instanceof EncodingFault) {
    const { encoding } = error;
    return encoding === undefined ? t('notUtf8') : t('otherEncoding', { encoding });
  }
  const [fault] = error instanceof CsvFaults ? error.faults : [];
  if (fault === undefined) return (error as Error).message;
  const { line } = fault;
  switch (fault.code) {
    case 'open_quote':
      return t('openQuote', { line });
    case 'text_after_quote':
      return t('textAfterQuote', { line });
    case 'long_row':
      return t('longRow', { line, cells: fault.cells, headings: fault.headings });
    default:
      return fault satisfies never;
  }
}
