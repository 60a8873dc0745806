// Reports: how the creation of groups went in a range of days, of all or of one organisation or template. The range and
// the filters are in the address.
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { api, urlOf } from '../../api/client.ts';
import { Loaded, Page } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { isReversed, useAddressFilters } from '../../components/use-address-filters.ts';
import { common } from '../../messages/common.ts';
import { reports as texts } from '../../messages/reports.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { CreationReport } from './creation-report.tsx';
import { useOrganisations } from '../../components/use-organisations.ts';

const dayMs = 86_400_000;
const filterNames = ['range', 'from', 'until', 'organisationId', 'templateId'] as const;
const ranges = ['7', '30', '90', '365', 'custom'] as const;
const usualRange = '30';

export function ReportsPage() {
  const t = useMessages(texts);
  const c = useMessages(common);
  const [{ range, from, until, organisationId, templateId }, set] = useAddressFilters(filterNames);
  const chosen = ranges.find((one) => one === range) ?? usualRange;
  const days = chosen === 'custom' ? { from, until } : lastDays(Number(chosen));
  const isBackward = isReversed(days);
  const query = { ...days, organisationId, templateId };
  const report = useQuery({
    queryKey: ['report', query],
    queryFn: ({ signal }) => api.get('/reports/creations', { query, signal }),
    enabled: !isBackward,
  });
  const organisations = useOrganisations();
  const known = organisations.data?.items ?? [];
  const templates = known
    .filter((one) => organisationId === '' || one.organisationId === organisationId)
    .flatMap((one) => one.templates);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button
          as="a"
          icon={<ArrowDownloadRegular />}
          href={urlOf('/reports/creations/export', { query })}
          download
        >
          {t('exportCsv')}
        </Button>
      }
    >
      <div className="filters" role="search">
        <SelectField
          label={t('range')}
          options={ranges.map((one) => [one, t(`ranges.${one}`)])}
          value={chosen}
          onChange={(next) => set({ range: next, ...lastDays(Number(chosen) || 30) })}
        />
        {chosen === 'custom' ? (
          <>
            <TextField
              label={t('from')}
              type="date"
              value={from}
              onChange={(next) => set({ from: next })}
            />
            <TextField
              label={t('until')}
              type="date"
              value={until}
              onChange={(next) => set({ until: next })}
              fault={isBackward ? c('untilBeforeFrom') : undefined}
            />
          </>
        ) : null}
        <SelectField
          label={t('organisation')}
          options={[['', t('all')], ...known.map((one) => [one.organisationId, one.name] as const)]}
          value={organisationId}
          onChange={(next) => set({ organisationId: next, templateId: '' })}
        />
        <SelectField
          label={t('template')}
          options={[['', t('all')], ...templates.map((one) => [one.templateId, one.name] as const)]}
          value={templateId}
          onChange={(next) => set({ templateId: next })}
        />
      </div>
      {isBackward ? null : (
        <Loaded query={report}>{(state) => <CreationReport report={state} scope={query} />}</Loaded>
      )}
    </Page>
  );
}

/** Today and the days before it, in UTC. */
function lastDays(count: number): { readonly from: string; readonly until: string } {
  const today = Date.now();
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: dateOf(today - (count - 1) * dayMs), until: dateOf(today) };
}
