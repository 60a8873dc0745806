// The verdict about one row, with a field for each of its columns that has a fault.
import { useState } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { groupImport } from '../../../messages/group-import.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { isReady, type RowVerdict } from './row-verdicts.ts';

export function RowVerdictCell({
  verdict,
  headings,
  isFixed,
  isTouched,
  fix,
}: {
  verdict: RowVerdict;
  headings: readonly string[];
  /** The row is being sent. */
  isFixed: boolean;
  /** The column was changed here, so that its field stays. */
  isTouched: (column: number) => boolean;
  fix: (column: number, text: string) => void;
}) {
  const t = useMessages(groupImport);
  const { row, faults, isOpen } = verdict;
  const inColumn = (wanted: number | undefined) =>
    faults.filter(({ column }) => column === wanted).map(({ detail }) => detail);
  const shown = headings.flatMap((heading, column) =>
    inColumn(column).length > 0 || isTouched(column) ? [{ heading, column }] : [],
  );
  return (
    <div className="stack tight">
      {isOpen ? <span className="muted">{t('rowChecking')}</span> : null}
      {isReady(verdict) ? <span className="status good">{t('rowReady')}</span> : null}
      {inColumn(undefined).map((detail) => (
        <p key={detail} className="status bad said">
          {detail}
        </p>
      ))}
      {shown.map(({ heading, column }) => (
        <Cell
          key={column}
          label={t('inLine', { column: heading, line: row.line })}
          value={row.cells[column] ?? ''}
          fault={inColumn(column).join(' ')}
          isFixed={isFixed}
          fix={(text) => fix(column, text)}
        />
      ))}
    </div>
  );
}

/** Checked again when it is left, or with Enter. */
function Cell({
  label,
  value,
  fault,
  isFixed,
  fix,
}: {
  label: string;
  value: string;
  fault: string;
  isFixed: boolean;
  fix: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const commit = () => {
    if (text !== value) fix(text);
  };
  return (
    <div
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    >
      <TextField
        label={label}
        value={text}
        onChange={setText}
        readOnly={isFixed}
        fault={fault === '' ? undefined : fault}
      />
    </div>
  );
}
