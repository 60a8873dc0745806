// Reports: statistics of creations in a range of days, of all or of one organisation or template.
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { FieldError } from '../ground/errors.ts';
import { csvHead, csvLine } from '../ground/csv.ts';
import { type GroupLimit, organisationsWithin } from '../ground/group-limit.ts';
import { invalidQuery, requireOrder } from '../ground/query-filters.ts';
import type { Server } from '../http/server.ts';
import {
  type CreationReport,
  finishClassesMs,
  type ReportFilter,
  type ReportReader,
} from '../groups/read/report.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { rangeOf } from './days.ts';
import { declareOperations } from './declare-operations.ts';
import { CreationReportAnswer, ReportFile, reportQuery } from './reports.schema.ts';
import { resourceOf } from './request.ts';

export interface ReportDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly reports: ReportReader;
}

const dayMs = 86_400_000;
const usualDays = 30;
const mostDays = 366;

const declared = declareOperations('Reports', {
  reportCreations: {
    reach: 'organisations',
    summary: 'Read statistics of the creations requested in a range of days, in UTC.',
    description: 'Without from and until, the range is the last 30 days. It can have 366 days.',
    answer: 'The report.',
    querystring: reportQuery,
    response: { 200: CreationReportAnswer },
  },
  exportCreationReport: {
    reach: 'organisations',
    summary: 'Read the creations of a range of days, by day, as CSV.',
    answer: 'The report as a file.',
    produces: ['text/csv', 'text/html'],
    querystring: reportQuery,
    response: { 200: ReportFile },
  },
});

export function registerReportRoutes(server: Server, deps: ReportDeps): void {
  const { clock, configuration, reports } = deps;

  /** @throws DomainError `invalid_query` for an organisation or a template that neither exists nor has creations in the range */
  async function readReport(tenantId: string, filter: ReportFilter): Promise<CreationReport> {
    const report = await reports.read(tenantId, filter);
    const fault = unknownIn(configuration.organisations(tenantId), filter);
    if (fault !== undefined && report.templates.length === 0) {
      throw invalidQuery(fault);
    }
    return report;
  }

  server.get('/:tenantId/reports/creations', declared.reportCreations, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const filter = filterOf(request.query, limit, clock.now());
    const { finish, templates, ...report } = await readReport(tenantId, filter);
    const names = namesOf(configuration, tenantId);
    return {
      from: dateOf(filter.from),
      until: dateOf(new Date(filter.until.getTime() - dayMs)),
      ...report,
      finish: {
        ...finish,
        classes: finish.classes.map((count, at) => ({ upToMs: finishClassesMs[at], count })),
      },
      templates: templates.map((counts) =>
        Object.assign(counts, {
          organisation: names.get(counts.organisationId) ?? counts.organisationId,
          template: names.get(counts.templateId) ?? counts.templateId,
        }),
      ),
    };
  });

  server.get(
    '/:tenantId/reports/creations/export',
    declared.exportCreationReport,
    async (request, reply) => {
      const { tenantId, limit } = resourceOf(request);
      const { days } = await readReport(tenantId, filterOf(request.query, limit, clock.now()));
      const lines = days.map(({ date, succeeded, failed, declined, cancelled, open }) =>
        csvLine([date, ...[succeeded, failed, declined, cancelled, open].map(String)]),
      );
      return server
        .asFile(reply, 'creations', 'csv')
        .send(
          [
            csvHead(['date', 'succeeded', 'failed', 'declined', 'cancelled', 'open']),
            ...lines,
          ].join(''),
        );
    },
  );
}

function namesOf(configuration: Configuration, tenantId: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { organisationId, name, templates } of configuration.organisations(tenantId)) {
    names.set(organisationId, name);
    for (const template of templates) names.set(template.templateId, template.name);
  }
  return names;
}

/** Deleted ones are not among the organisations. */
function unknownIn(
  organisations: readonly Organisation[],
  { organisationId, templateId, within }: ReportFilter,
): FieldError | undefined {
  const known = organisationsWithin(within, organisations);
  const named = known.filter(
    (one) => organisationId === undefined || one.organisationId === organisationId,
  );
  if (named.length === 0 && organisationId !== undefined) {
    const detail = 'There is no organisation with this id.';
    return { parameter: 'organisationId', code: 'organisation_not_found', detail };
  }
  const templates = named.flatMap((one) => one.templates);
  if (templateId === undefined || templates.some((one) => one.templateId === templateId)) {
    return undefined;
  }
  const detail = 'There is no template with this id.';
  return { parameter: 'templateId', code: 'template_not_found', detail };
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/** @throws DomainError `invalid_query` for a range that ends before it begins, or is too long */
function filterOf(
  query: {
    readonly from?: string;
    readonly until?: string;
    readonly organisationId?: string;
    readonly templateId?: string;
  },
  within: GroupLimit,
  now: number,
): ReportFilter {
  const { organisationId, templateId } = query;
  const range = rangeOf(query);
  const until = range.until ?? new Date((Math.floor(now / dayMs) + 1) * dayMs);
  const from = range.from ?? new Date(until.getTime() - usualDays * dayMs);
  const days = (until.getTime() - from.getTime()) / dayMs;
  requireOrder(['from', 'until'], from, new Date(until.getTime() - dayMs));
  if (days > mostDays) {
    const detail = `The range can have ${mostDays} days at most.`;
    const values = { rule: 'range_length', maximum: mostDays } as const;
    throw invalidQuery({ parameter: 'from', code: 'not_valid', detail, values });
  }
  return { from, until, organisationId, templateId, within };
}
