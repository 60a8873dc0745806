// Groups from a CSV file, in four steps: the file, its columns, the verdict about each row, and the created groups.
import { knownProperties } from '../request/asked-properties.ts';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import type { OrganisationItem } from '../../../api/types.ts';
import { Loaded } from '../../../components/layout.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { notify } from '../../../components/notify.ts';
import { useUnsaved } from '../../../components/unsaved.tsx';
import { groupImport } from '../../../messages/group-import.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { onlyChoice } from '../request/template-choice.tsx';
import { useOrganisations } from '../../../components/use-organisations.ts';
import { CheckRows } from './check-rows.tsx';
import { ChooseFile } from './choose-file.tsx';
import {
  adoptionColumns,
  adoptionOfRow,
  creationColumns,
  type Part,
  partsOf,
  type Standard,
} from './import-columns.ts';
import { ImportResult, type SentRow } from './import-result.tsx';
import { MapColumns } from './map-columns.tsx';
import { PlanAdoptions } from './plan-adoptions.tsx';
import type { CsvTable } from './read-csv.ts';
import { downloadRejected } from './rejected-rows.ts';
import { sampleRows } from './sample-rows.ts';

/** The import makes new groups, or adopts groups of the directory. */
export type ImportKind = 'creation' | 'adoption';

/** Rows of a file at most. */
const mostRows: Readonly<Record<ImportKind, number>> = { creation: 100, adoption: 10_000 };

export function ImportGroups({ kind, close }: { kind: ImportKind; close: () => void }) {
  const t = useMessages(groupImport);
  const query = useOrganisations();
  const [isChanged, setIsChanged] = useState(false);
  const { leave, question } = useUnsaved(isChanged, close);
  return (
    <Modal title={t(`titles.${kind}`)} close={leave} className="modal panel wide">
      <Loaded query={query}>
        {({ items }) => (
          <Import
            kind={kind}
            organisations={items}
            onChanged={setIsChanged}
            close={close}
            leave={leave}
          />
        )}
      </Loaded>
      {question}
    </Modal>
  );
}

type Step = 'file' | 'columns' | 'rows' | 'result';

function Import({
  kind,
  organisations,
  onChanged,
  close,
  leave,
}: {
  kind: ImportKind;
  organisations: readonly OrganisationItem[];
  /** Whether closing would lose something. */
  onChanged: (isChanged: boolean) => void;
  close: () => void;
  leave: () => void;
}) {
  const [step, setStep] = useState<Step>('file');
  const [pasted, setPasted] = useState('');
  const [table, setTable] = useState<CsvTable>({ headings: [], rows: [] });
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [standard, setStandard] = useState<Standard>(() => onlyChoice(organisations));
  const [sent, setSent] = useState<readonly SentRow[]>([]);
  // It counts all attempts: faulty rows are sent after the others.
  const [sentCount, setSentCount] = useState(0);
  const t = useMessages(groupImport);
  const settled = useInvalidation(['directory-groups'], ['groups']);
  const { email } = useSession().administrator;
  const columns = kind === 'creation' ? creationColumns : adoptionColumns;
  const properties = knownProperties(organisations);
  switch (step) {
    case 'file':
      return (
        <ChooseFile
          lead={t(`leads.${kind}`, { count: mostRows[kind] })}
          maxRows={mostRows[kind]}
          sample={kind === 'creation' ? () => sampleRows(organisations, email) : undefined}
          pasted={pasted}
          onPasted={(text) => {
            setPasted(text);
            onChanged(text.trim() !== '' || table.rows.length > 0);
          }}
          leave={leave}
          take={(read) => {
            setTable(read);
            setParts(partsOf(read, properties, columns));
            onChanged(true);
            setStep('columns');
          }}
        />
      );
    case 'columns':
      return (
        <MapColumns
          table={table}
          columns={columns}
          parts={parts}
          onParts={setParts}
          properties={properties}
          organisations={organisations}
          standard={standard}
          onStandard={setStandard}
          back={() => setStep('file')}
          next={() => setStep('rows')}
        />
      );
    case 'rows':
      if (kind === 'adoption') {
        return (
          <PlanAdoptions
            rows={table.rows.map((row) => {
              const request = adoptionOfRow(row, parts, standard, organisations);
              return { request, name: t('line', { line: row.line }) };
            })}
            back={() => setStep('columns')}
            close={(isSent) => (isSent ? close() : leave())}
            settled={settled}
            download={(refused) =>
              downloadRejected(
                table.headings,
                table.rows.flatMap((row, at) => {
                  const reason = refused.get(at);
                  return reason === undefined ? [] : [{ row, reason }];
                }),
              )
            }
          />
        );
      }
      return (
        <CheckRows
          table={table}
          onTable={setTable}
          parts={parts}
          standard={standard}
          organisations={organisations}
          back={() => setStep('columns')}
          done={(accepted) => {
            const lines = new Set(accepted.map(({ line }) => line));
            const rows = table.rows.filter(({ line }) => !lines.has(line));
            setSent(accepted);
            setSentCount((before) => before + accepted.length);
            setTable({ ...table, rows });
            onChanged(rows.length > 0);
            setStep('result');
          }}
        />
      );
    case 'result':
      return (
        <ImportResult
          sent={sent}
          left={table.rows.length}
          fix={() => setStep('rows')}
          close={() => {
            if (table.rows.length > 0) return leave();
            close();
            return notify(t('result', { count: sentCount }));
          }}
        />
      );
    default:
      return step satisfies never;
  }
}
