// Whatever a request is answered with is in the OpenAPI documents: its status, and the media type of its body.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { everyNth } from '../../testing/drawn.ts';
import { sessionOperations } from '../../testing/session-operations.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface DescribedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}
type Headers = Readonly<Record<string, string>>;
interface Trial {
  readonly headers: Headers;
  readonly body?: string;
}

let service: AdminService;
let admin: AdminClient;
let reader: AdminClient;
let token: string;

before(async () => {
  service = await startAdminService({ WEBHOOK_NETWORKS: 'loopback' });
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  const { body } = await admin.call('POST', 'api-keys', { name: 'Trials' });
  const answer = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tenantId: service.tenantId,
      keyId: body.key.keyId,
      secret: body.secret,
    }),
  });
  ({ accessToken: token } = (await answer.json()) as { accessToken: string });
});
after(() => service.close());

const absentId = '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f';
const manyMembers = JSON.stringify(
  Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`m${index}`, index])),
);
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Bodies that change nothing. */
const bodies: readonly Trial[] = [
  { headers: {} },
  { headers: { 'if-match': '"7"' } },
  { headers: json, body: '{' },
  { headers: json, body: manyMembers },
  { headers: { ...json, 'if-match': '"7"' }, body: '{"unheard": 1}' },
  { headers: { ...json, 'idempotency-key': '' }, body: '{"unheard": 1}' },
  { headers: { 'content-type': 'text/plain' }, body: 'x' },
];
const forms: readonly Trial[] = [
  { headers: form, body: 'grant_type=password' },
  {
    headers: form,
    body: `grant_type=client_credentials&tenant_id=${absentId}&client_id=${absentId}&client_secret=x`,
  },
];

async function findUndescribed(
  address: string,
  operations: readonly DescribedOperation[],
  options: {
    readonly of: (client: 'known' | 'unknown' | 'reader' | 'foreign', method: string) => Headers;
    readonly tenantId: string;
  },
): Promise<readonly string[]> {
  const undescribed = new Set<string>();
  for (const { path: template, method: lower, operation } of operations) {
    const method = lower.toUpperCase();
    const reads = method === 'GET';
    const pathOf = (id: string) => template.replaceAll(/\{\w+\}/g, id);
    const send = async (
      path: string,
      client: Headers,
      { headers, body }: Trial,
      tenantId = options.tenantId,
    ) => {
      const answer = await fetch(address.replace('{tenantId}', tenantId) + path, {
        method,
        redirect: 'manual',
        headers: { accept: '*/*', ...client, ...headers },
        ...(body !== undefined && { body }),
      });
      const [mediaType = ''] = answer.headers.get('content-type')?.split(';') ?? [];
      // A body that was read leaves its connection to the next request. A stream does not end.
      await (mediaType === 'text/event-stream' ? answer.body?.cancel() : answer.arrayBuffer());
      const described = operation.responses[answer.status];
      const { content } = described ?? {};
      if (described === undefined || (mediaType !== '' && content?.[mediaType] === undefined)) {
        undescribed.add(`${method} ${template}: ${answer.status} ${mediaType}`);
      }
    };
    const trials = reads ? [{ headers: {} }] : bodies;
    const clients = ['unknown', 'foreign', 'reader', 'known'] as const;
    // The public API knows no readers.
    const distinct = new Map(
      clients.map((client) => options.of(client, method)).map((one) => [JSON.stringify(one), one]),
    );
    for (const headers of distinct.values()) {
      for (const trial of trials) {
        // It would end the session.
        if (operation.operationId === 'signOut' && trial.headers['if-match'] !== undefined)
          continue;
        await send(pathOf(absentId), headers, trial);
      }
      await send(pathOf('no-guid'), headers, { headers: {} });
      if (address.includes('{tenantId}')) {
        await send(pathOf(absentId), headers, { headers: {} }, 'no-guid');
      }
      await send(pathOf(absentId), headers, { headers: { accept: 'image/png' } });
      await send(`${pathOf(absentId)}?unheard=1&limit=x`, headers, { headers: {} });
    }
    if (operation.requestBody?.content[form['content-type']] !== undefined) {
      for (const trial of forms) await send(pathOf(absentId), {}, trial);
    }
  }
  return [...undescribed].sort();
}

const describe = async () =>
  (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as Description;

/** @param oneIn of so many operations, one is tried, which the seed draws */
export function describesAnswers(oneIn: number): void {
  test(`the description names every answer to a token (1 operation in ${oneIn})`, async () => {
    const tokens = { known: token, reader: token, foreign: 'eyJ.eyJ.x', unknown: undefined };
    const of = (client: keyof typeof tokens): Headers =>
      tokens[client] === undefined ? {} : { authorization: `Bearer ${tokens[client]}` };
    const { paths } = await describe();
    const ofTokens = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/admin/api/{tenantId}'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
      );
    assert.deepEqual(
      await findUndescribed(service.baseUrl, everyNth(ofTokens, oneIn), {
        of,
        tenantId: service.tenantId,
      }),
      [],
    );
  });

  test(`the description names every answer to a session (1 operation in ${oneIn})`, async () => {
    const ofPage = (client: AdminClient): Headers => ({
      cookie: client.cookie,
      origin: client.origin,
      'x-csrf-token': client.csrfToken,
    });
    const of = (client: 'known' | 'unknown' | 'reader' | 'foreign'): Headers => {
      switch (client) {
        case 'known':
          return ofPage(admin);
        case 'reader':
          return ofPage(reader);
        case 'foreign':
          return { ...ofPage(admin), origin: 'https://elsewhere.example' };
        case 'unknown':
          return { origin: admin.origin };
        default:
          throw new TypeError(`Unknown client: ${String(client satisfies never)}`);
      }
    };
    assert.deepEqual(
      await findUndescribed(
        `${service.adminUrl}/api/{tenantId}`,
        everyNth(sessionOperations(await describe()), oneIn),
        { of, tenantId: service.tenantId },
      ),
      [],
    );
  });
}
