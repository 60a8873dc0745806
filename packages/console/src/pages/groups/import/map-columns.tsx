// The part of a request that each column of the file holds.
import { Button } from '@fluentui/react-button';
import { Select } from '@fluentui/react-select';
import { useState } from 'react';
import type { OrganisationItem } from '../../../api/types.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Card } from '../../../components/layout.tsx';
import { propertyOf } from '../../../components/property-name.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { formProblem } from '../../../components/form-problem.tsx';
import { FormFrame } from '../../../components/form-frame.tsx';
import { emptyValues } from '../request/request-values.ts';
import { notChosen, TemplateChoice } from '../request/template-choice.tsx';
import { type Columns, namesOf, type Part, sourceOf, type Standard } from './import-columns.ts';
import type { CsvTable } from './read-csv.ts';

export function MapColumns({
  table,
  columns: known,
  parts,
  onParts,
  properties,
  organisations,
  standard,
  onStandard,
  back,
  next,
}: {
  table: CsvTable;
  /** The parts of a request. */
  columns: Columns;
  parts: readonly Part[];
  onParts: (parts: readonly Part[]) => void;
  properties: readonly string[];
  organisations: readonly OrganisationItem[];
  standard: Standard;
  onStandard: (standard: Standard) => void;
  back: () => void;
  next: () => void;
}) {
  const t = useMessages(groupImport);
  const r = useMessages(groupRequest);
  const [error, setError] = useState<Error | null>(null);
  const problem = formProblem(error, ['/organisationIdOrIdentifier', '/templateIdOrIdentifier']);
  const choices = [parts.indexOf('organisation'), parts.indexOf('template')];
  const isRequired = choices.includes(-1);
  const needsChoice =
    isRequired || table.rows.some(({ cells }) => choices.some((at) => cells[at] === ''));
  const declared = parts.flatMap((part) => propertyOf(part) ?? []);
  const options: readonly (readonly [Part, string])[] = [
    ['', t('leaveOut')],
    ...namesOf(known).map((name) => [name, r(known[name]?.label ?? 'groupId')] as const),
    ...[...new Set([...properties, ...declared])].map(
      (name) => [`properties.${name}`, t('property', { name })] as const,
    ),
    ...parts.flatMap((part) => {
      const source = sourceOf(part);
      return source === undefined ? [] : [[part, t('externalId', { source })] as const];
    }),
  ];
  const columns = table.headings.map((heading, index) => ({ heading, index }));
  return (
    <FormFrame
      problem={problem}
      onSubmit={() => {
        const isMissing = isRequired && standard.templateId === '';
        if (isMissing) setError(notChosen(standard));
        else next();
      }}
    >
      <p>{t('columnsLead')}</p>
      <Card className="flush">
        <DataTable
          items={columns}
          keyOf={({ index }) => index}
          columns={[
            { title: t('column'), cell: ({ heading }) => heading },
            {
              title: t('example'),
              as: 'text',
              cell: ({ index }) => <span className="wrap">{table.rows[0]?.cells[index]}</span>,
            },
            {
              title: t('holds'),
              cell: ({ heading, index }) => (
                <Select
                  aria-label={t('holdsOf', { column: heading })}
                  value={parts[index] ?? ''}
                  onChange={(_event, { value }) =>
                    // Each part has one column: the one that was chosen last.
                    onParts(
                      parts.map((part, at) =>
                        at === index ? (value as Part) : part === value ? '' : part,
                      ),
                    )
                  }
                >
                  {options.map(([value, label]) => (
                    <option key={value} value={value} dir="auto">
                      {label}
                    </option>
                  ))}
                </Select>
              ),
            },
          ]}
        />
      </Card>
      {needsChoice ? (
        <>
          <h3>{t('standard')}</h3>
          <TemplateChoice
            organisations={organisations}
            values={{ ...emptyValues, ...standard }}
            set={(change) => {
              setError(null);
              onStandard({ ...standard, ...change });
            }}
            faultOf={(pointer) => problem.field(pointer)}
          />
        </>
      ) : null}
      <div className="modal-actions">
        <Button onClick={back}>{t('change')}</Button>
        <Button type="submit" appearance="primary">
          {t('check')}
        </Button>
      </div>
    </FormFrame>
  );
}
