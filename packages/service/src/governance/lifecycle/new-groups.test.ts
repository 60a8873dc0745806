// The lifecycle of a new group is there when its creation has ended, without a wait for the tick.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  const { tenantId, organisationId } = tenant;
  await service.change(({ templates }) =>
    templates.create(testOperator, tenantId, organisationId, {
      name: 'Yearly',
      identifier: 'yearly',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { lifecycle: { expires: { after: 'P1Y' }, callerMaySet: true } },
    }),
  );
  await service.service.refresh();
});
after(() => service.close());

interface Read {
  readonly lifecycle: { readonly expiresAt: string } | null;
}
const read = async <T>(path: string): Promise<T> => (await service.call(tenant, path)).body as T;
const dayOf = (moment = '') => moment.slice(0, 10);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

suite('the lifecycle of a new group', () => {
  test('is set when the creation ends, by the period of the template', async () => {
    const teamId = await service.createTeam(tenant, 'by-period', {
      templateIdOrIdentifier: 'yearly',
    });
    const { lifecycle } = await read<Read>(`/teams/${teamId}`);
    assert.ok(lifecycle !== null);
    assert.ok(Math.abs(Date.parse(lifecycle.expiresAt) - Date.parse(inDays(365))) < 3 * 86_400_000);
  });

  test('is set when the creation ends, by the date of the request, and filters find it at once', async () => {
    const expiresAt = inDays(90);
    const teamId = await service.createTeam(tenant, 'by-date', {
      templateIdOrIdentifier: 'yearly',
      expiresAt,
    });
    const found = await read<{ items: { teamId: string }[] }>(
      `/teams?expiresBefore=${inDays(100)}`,
    );
    assert.deepEqual(
      found.items.map((team) => team.teamId),
      [teamId],
    );
    const { lifecycle } = await read<Read>(`/teams/${teamId}`);
    assert.equal(dayOf(lifecycle?.expiresAt), dayOf(expiresAt));
  });

  test('is null where the template has none', async () => {
    const teamId = await service.createTeam(tenant, 'without');
    assert.equal((await read<Read>(`/teams/${teamId}`)).lifecycle, null);
  });
});
