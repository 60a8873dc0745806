// The request log: what API keys asked for in the last 30 days, and why some of it was refused.
import type { Configuration } from '../settings/configuration/configuration.ts';
import { pageOf, positionPart, readPage } from '../http/paging.ts';
import type { Server } from '../http/server.ts';
import type { LoggedRequest, RequestBrowser } from '../audit/request-log/browse-requests.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { rangeOf } from './days.ts';
import { searchText } from '../ground/folded-text.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';
import { requestListQuery, RequestPage } from './requests.schema.ts';

export interface RequestLogDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly requests: RequestBrowser;
  readonly config: { readonly baseUrl: string };
}

const declared = operations('Requests', {
  listRequests: {
    summary: 'List the requests that API keys made in the last 30 days, newest first.',
    answer: 'A page of requests.',
    querystring: requestListQuery,
    response: { 200: RequestPage },
  },
});

export function registerRequestLogRoutes(server: Server, deps: RequestLogDeps): void {
  const { address, configuration, requests } = deps;

  server.get('/:tenantId/requests', declared.listRequests, async (request) => {
    const { tenantId } = resourceOf(request);
    const { limit: _, cursor: __, ...filters } = request.query;
    const { keyId, outcome, status, code, groupId, requestId } = filters;
    const list = {
      path: `/api/${tenantId}/requests`,
      tenantId,
      filters: { ...filters, status: status === undefined ? undefined : String(status) },
      position: [positionPart.number],
    };
    const page = readPage(request.query, list);
    const before = page.after?.[0];
    const found = await requests.read(
      tenantId,
      {
        apiKeyId: keyId,
        outcome,
        status,
        code: searchText(code),
        groupId,
        requestId: searchText(requestId),
        ...rangeOf(filters),
      },
      { beforeId: before === undefined ? undefined : Number(before), limit: page.limit + 1 },
    );
    return pageOf(
      found,
      page,
      list,
      address.url,
      ({ entryId }) => [String(entryId)],
      (entry) => answerOf(tenantId, entry, configuration, deps.config.baseUrl),
    );
  });
}

function answerOf(
  tenantId: string,
  { apiKeyId, errors, ...entry }: LoggedRequest,
  configuration: Configuration,
  baseUrl: string,
) {
  const name = configuration.apiKey(tenantId, apiKeyId)?.name ?? null;
  const problem = entry.code === null ? null : `${baseUrl}/problems/${entry.code}`;
  return { ...entry, problem, errors: [...(errors ?? [])], key: { keyId: apiKeyId, name } };
}
