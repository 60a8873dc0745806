// The verdict about each row. Faults are fixed in place or downloaded; the other rows are sent.
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiProblem } from '../../../api/client.ts';
import type { OrganisationItem } from '../../../api/types.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Card } from '../../../components/layout.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { common } from '../../../messages/common.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type Part, requestOfRow, type Standard } from './import-columns.ts';
import type { SentRow } from './import-result.tsx';
import type { CsvTable } from './read-csv.ts';
import { downloadRejected } from './rejected-rows.ts';
import { RowVerdictCell } from './row-verdict.tsx';
import { isReady, type RowVerdict, verdictsOf } from './row-verdicts.ts';
import { useRowPlans } from './use-row-plans.ts';

export function CheckRows({
  table,
  onTable,
  parts,
  standard,
  organisations,
  back,
  done,
}: {
  table: CsvTable;
  onTable: (table: CsvTable) => void;
  parts: readonly Part[];
  standard: Standard;
  organisations: readonly OrganisationItem[];
  back: () => void;
  /** It includes the rows that the service accepted. */
  done: (accepted: readonly SentRow[]) => void;
}) {
  const t = useMessages(groupImport);
  const c = useMessages(common);
  const client = useQueryClient();
  const { headings, rows } = table;
  const requests = rows.map((row) => requestOfRow(row, parts, standard, organisations));
  const { plans, again } = useRowPlans(requests.map(({ request }) => request));
  const verdicts = verdictsOf(rows, requests, plans);
  const open = verdicts.filter(({ isOpen }) => isOpen).length;
  const ready = verdicts.filter(isReady);
  const rejected = verdicts.filter(({ isOpen, faults }) => !isOpen && faults.length > 0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const sending = useSending({
    send: (sent: readonly RowVerdict[], idempotencyKey) =>
      api.post('/teams/bulk', {
        body: sent.map(({ request }) => request),
        idempotencyKey,
      }),
    onSuccess: ({ items }, sent) =>
      done(
        sent.flatMap(({ row, name, alias }, index) => {
          const teamId = items[index]?.teamId;
          return teamId == null ? [] : [{ line: row.line, teamId, name, alias }];
        }),
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: ['groups'] }),
  });
  // The same rows under the same key get the answer that was lost, so they stay as they are.
  const isUncertain = sending.error !== null && isLost(sending.error);
  const isFixed = isUncertain || sending.isPending;
  const toSend = isUncertain ? (sending.variables ?? ready) : ready;
  const fix = (line: number, column: number, text: string) => {
    setTouched((before) => new Set([...before, `${line} ${column}`]));
    onTable({
      headings,
      rows: rows.map((row) =>
        row.line === line ? { line, cells: row.cells.with(column, text) } : row,
      ),
    });
  };
  return (
    <div className="stack">
      <p role="status">
        {open > 0
          ? t('checking', { done: rows.length - open, total: rows.length })
          : t('checked', { ready: ready.length, rejected: rejected.length })}
      </p>
      {rejected.length === 0 ? null : (
        <div className="row">
          <Button
            icon={<ArrowDownloadRegular />}
            onClick={() =>
              downloadRejected(
                headings,
                rejected.map(({ row, faults }) => ({
                  row,
                  reason: faults.map(({ detail }) => detail).join(' '),
                })),
              )
            }
          >
            {t('downloadRejected')}
          </Button>
          {plans.some(({ error }) => error !== null) ? (
            <Button onClick={again}>{c('tryAgain')}</Button>
          ) : null}
        </div>
      )}
      <Card className="flush">
        <DataTable
          items={verdicts}
          keyOf={({ row }) => row.line}
          columns={[
            {
              title: t('group'),
              cell: ({ name, alias }) => (
                <>
                  <div className="name">{name === '' ? t('unnamed') : name}</div>
                  <span className="mono muted small wrap">{alias}</span>
                </>
              ),
            },
            { title: t('row'), cell: ({ row }) => row.line },
            {
              title: t('verdict'),
              as: 'text',
              cell: (verdict) => (
                <RowVerdictCell
                  verdict={verdict}
                  headings={headings}
                  isFixed={isFixed}
                  isTouched={(column) => touched.has(`${verdict.row.line} ${column}`)}
                  fix={(column, text) => fix(verdict.row.line, column, text)}
                />
              ),
            },
          ]}
        />
      </Card>
      <FormNotice problem={formProblem(sending.error, [])} />
      {isUncertain ? <p>{t('uncertain')}</p> : null}
      <div className="modal-actions">
        <Button onClick={back} disabledFocusable={isFixed}>
          {t('back')}
        </Button>
        <Button
          appearance="primary"
          disabledFocusable={sending.isPending || (open > 0 && !isUncertain) || toSend.length === 0}
          onClick={() => sending.submit(toSend)}
        >
          {sending.isPending ? t('creating') : t('create', { count: toSend.length })}
        </Button>
      </div>
    </div>
  );
}

/** Nobody knows whether the service did it. */
function isLost(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status < 400 || error.status >= 500;
}
