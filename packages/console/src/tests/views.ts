// Every view of the admin center: each page, each dialog, and the empty and the failed states that matter. The
// accessibility tests and `npm run screenshots` use this table.
import type { Page } from 'playwright-core';
import { type Pages, problem } from './pages.ts';
import { type SeedData, seededReviewId } from './seed-data.ts';

export interface View {
  /** Its pictures have this name, too. */
  readonly name: string;
  /** Path after the tenant. */
  readonly path: string;
  /** Leads from the page to the view. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** Seen without a session. */
  readonly outside?: true;
  /** Exists only at this width. */
  readonly only?: 'desktop' | 'phone';
}

export const variants = [
  { name: 'light-desktop', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark-desktop', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'light-phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;

export type Variant = (typeof variants)[number];

const click = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** One click after the other. */
const clicks =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await click(name)(page);
  };

/** It goes to the groups of a cause of what is to do, and clicks one after the other there. */
export const causeOf =
  (name: RegExp, ...names: readonly (string | RegExp)[]) =>
  async (page: Page) => {
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await page.getByRole('link', { name: 'All causes' }).waitFor();
    await clicks(...names)(page);
  };
export const unavailablePerson = /can’t sign in|is not available|left/;

/** Submits a form unchanged and waits for its faults. */
const refused =
  (...names: readonly string[]) =>
  async (page: Page) => {
    await clicks(...names)(page);
    await page.locator('[aria-invalid=true]').first().waitFor();
  };

/** A new tenant. */
export const emptyViews: readonly View[] = [
  { name: 'empty-overview', path: '/' },
  { name: 'empty-groups', path: '/groups' },
  { name: 'empty-organisations', path: '/organisations' },
  { name: 'empty-api-keys', path: '/api-keys' },
  { name: 'empty-webhooks', path: '/webhooks' },
  { name: 'empty-to-do', path: '/to-do' },
  { name: 'empty-lifecycle', path: '/lifecycle' },
  // A tenant with groups cannot be connected to another suite.
  { name: 'directory-connect', path: '/directory', open: click('Connect to Microsoft 365') },
  {
    name: 'directory-connect-faults',
    path: '/directory',
    open: async (page) => {
      await click('Connect to Microsoft 365')(page);
      await page.getByText('Rate limits').click();
      await refused('Save connection')(page);
    },
  },
];

const today = () => new Date().toISOString().slice(0, 10);

/** A tenant after a month of use. */
export function viewsOf(seedData: SeedData): readonly View[] {
  const { groups, organisationId, templateId, webhooks } = seedData;
  const group = (state: keyof typeof groups) => `/groups/${groups[state]}`;
  return [
    { name: 'overview', path: '/' },
    { name: 'reports', path: '/reports' },
    {
      name: 'reports-table',
      path: '/reports?range=7',
      open: click('Show as table'),
    },
    { name: 'requests', path: '/requests' },
    {
      name: 'requests-details',
      path: '/requests?outcome=refused',
      open: async (page) => {
        await page.locator('summary').first().click();
        await page.getByText('Request body').waitFor();
      },
    },
    { name: 'requests-none', path: '/requests?code=no_such_code' },
    { name: 'overview-failed', path: '/', open: (page) => withoutResponse(page, '**/overview') },
    { name: 'account', path: '/', open: openAccount },
    {
      name: 'account-menu',
      path: '/',
      open: async (page) => {
        await click('Your account')(page);
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'search',
      path: '/',
      open: async (page) => {
        await click('Search')(page);
        await page.getByRole('combobox', { name: 'Search' }).fill('project');
        await page.getByRole('group', { name: 'Groups' }).waitFor();
      },
    },
    {
      name: 'notifications',
      path: '/',
      open: async (page) => {
        await click(/^Notifications/)(page);
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'help',
      path: '/groups',
      open: async (page) => {
        await click('Help')(page);
        await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      },
    },
    { name: 'session-ended', path: '/', open: endSession },
    { name: 'sections', path: '/', open: click('Sections'), only: 'phone' },
    { name: 'groups', path: '/groups' },
    { name: 'groups-none', path: '/groups?search=no-such-group' },
    { name: 'groups-archived', path: '/groups?state=archived' },
    {
      name: 'groups-selected',
      path: '/groups',
      open: async (page) => {
        await page.getByRole('checkbox', { name: 'Select Project harbour' }).check();
        await page.getByRole('checkbox', { name: 'Select Project quarry' }).check();
      },
    },
    {
      name: 'groups-bulk-plan',
      path: '/groups',
      open: async (page) => {
        for (const name of ['harbour', 'quarry', 'pier', 'orchard']) {
          await page.getByRole('checkbox', { name: `Select Project ${name}`, exact: true }).check();
        }
        await click('Delete')(page);
        await page.getByText('can be deleted').waitFor();
      },
    },
    {
      name: 'groups-bulk-handover',
      path: '/groups',
      open: async (page) => {
        await page.getByRole('checkbox', { name: 'Select Project harbour' }).check();
        await clicks('Hand over', 'Check groups')(page);
        await page.locator('[aria-invalid=true]').waitFor();
      },
    },
    {
      name: 'groups-new',
      path: '/groups?new=group',
      open: async (page) => {
        await newGroup(page);
        await page.getByText('The request can be created.').waitFor();
      },
    },
    {
      name: 'groups-new-faults',
      path: '/groups?new=group',
      open: async (page) => {
        await newGroup(page);
        await page.getByLabel('projectCode').fill('ex/port');
        await page.getByRole('dialog').getByLabel('Responsible').fill('nobody');
        await refused('Create group')(page);
      },
    },
    { name: 'groups-import', path: '/groups?new=import' },
    {
      name: 'groups-import-columns',
      path: '/groups?new=import',
      open: (page) => importedRows(page),
    },
    {
      name: 'groups-import-rows',
      path: '/groups?new=import',
      open: async (page) => {
        await importedRows(page);
        const panel = page.getByRole('dialog');
        await panel.getByLabel('Organization').selectOption('Nordlicht Energy');
        await panel.getByLabel('Template').selectOption('Project');
        await panel.getByRole('button', { name: 'Check rows' }).click();
        await panel.getByText('2 rows are ready, 2 have faults.').waitFor();
      },
    },
    { name: 'group-succeeded', path: group('succeeded') },
    { name: 'group-members', path: `${group('succeeded')}?tab=members` },
    {
      name: 'group-members-add',
      path: `${group('succeeded')}?tab=members`,
      open: click('Add people'),
    },
    {
      name: 'group-members-remove',
      path: `${group('succeeded')}?tab=members`,
      open: click(/^Remove /),
    },
    { name: 'group-channels', path: `${group('succeeded')}?tab=channels` },
    { name: 'group-history', path: `${group('succeeded')}?tab=history` },
    { name: 'group-requests', path: `${group('succeeded')}?tab=requests` },
    {
      name: 'group-why',
      path: group('succeeded'),
      open: async (page) => {
        await click('Why: Visibility')(page);
        await page
          .getByText(/of the hash chain/)
          .first()
          .waitFor();
      },
    },
    { name: 'group-open-in', path: group('succeeded'), open: click('Open in…') },
    { name: 'group-large', path: group('large') },
    { name: 'group-large-members', path: `${group('large')}?tab=members` },
    { name: 'group-roster', path: `${group('large')}?tab=members&roster=hr` },
    { name: 'group-failed', path: group('failed') },
    { name: 'group-retried', path: group('retried') },
    { name: 'group-running', path: group('running') },
    { name: 'group-accepted', path: group('accepted') },
    { name: 'person', path: '/people/ingrid.solberg%40nordlicht.example' },
    { name: 'person-on', path: `/people/ingrid.solberg%40nordlicht.example?on=${today()}` },
    {
      name: 'person-what-if',
      path: '/people/ingrid.solberg%40nordlicht.example',
      open: async (page) => {
        await click('What if they leave?')(page);
        await page.getByText('The deputy would become responsible').first().waitFor();
      },
    },
    {
      name: 'person-handover',
      path: '/people/ingrid.solberg%40nordlicht.example',
      open: async (page) => {
        await clicks('Hand over all', 'Check groups')(page);
        await page.getByText('can be handed over').waitFor();
      },
    },
    {
      name: 'person-handover-none',
      path: '/people/haruto.tanaka%40nordlicht.example',
      open: async (page) => {
        await clicks('Hand over all', 'Check groups')(page);
        await page.getByText('Nothing to hand over').waitFor();
      },
    },
    { name: 'other-groups', path: '/directory-groups' },
    {
      name: 'other-groups-adopt',
      path: '/directory-groups',
      open: click('Adopt Project lantern'),
    },
    {
      name: 'other-groups-plan',
      path: '/directory-groups',
      open: async (page) => {
        await page.getByRole('checkbox', { name: 'Select Project lantern' }).check();
        await clicks('Plan adoption', 'Show plan')(page);
        await page.getByText('can be adopted.').waitFor();
      },
    },
    { name: 'other-groups-import', path: '/directory-groups?new=import' },
    { name: 'to-do', path: '/to-do' },
    { name: 'to-do-differences', path: '/to-do?show=differences' },
    {
      name: 'to-do-differing',
      path: '/to-do?show=differences',
      open: causeOf(/Different from the record/),
    },
    {
      name: 'to-do-repair',
      path: '/to-do?show=differences',
      open: causeOf(/Different from the record/, /^Repair Spring fair/),
    },
    {
      name: 'to-do-accept',
      path: '/to-do?show=differences',
      open: causeOf(/Different from the record/, /^Accept the differences of Spring fair/),
    },
    {
      name: 'to-do-edit',
      path: '/to-do?show=differences',
      open: causeOf(/Different from the record/, /^Edit Spring fair/),
    },
    { name: 'to-do-rosters', path: '/to-do?show=rosters' },
    { name: 'to-do-roster', path: '/to-do?show=rosters&cause=people_waiting' },
    { name: 'to-do-ownership', path: '/to-do?show=ownership' },
    { name: 'to-do-owned', path: '/to-do?show=ownership', open: causeOf(unavailablePerson) },
    {
      name: 'to-do-handover',
      path: '/to-do?show=ownership',
      open: causeOf(unavailablePerson, 'Hand over all'),
    },
    { name: 'people', path: '/people' },
    { name: 'people-on', path: `/people?on=${today()}` },
    {
      name: 'people-found',
      path: '/people?search=ingrid',
      open: (page) => page.getByText('Employee').first().waitFor(),
    },
    {
      name: 'to-do-selected',
      path: '/to-do?show=ownership&cause=deputy_vacant',
      open: async (page) => {
        await listed(page, '**/teams?*toDo=*', groups.plain);
        await page.getByRole('checkbox', { name: 'Select Project harbour' }).check();
        await page.unroute('**/teams?*toDo=*');
      },
    },
    { name: 'lifecycle', path: '/lifecycle' },
    { name: 'lifecycle-deleting', path: '/lifecycle?show=deleting' },
    {
      name: 'lifecycle-hold',
      path: '/lifecycle',
      open: async (page) => {
        await listed(page, '**/teams?*lifecycle=*', groups.succeeded);
        await page.getByRole('checkbox', { name: 'Select Project harbour' }).check();
        await page.unroute('**/teams?*lifecycle=*');
        await click('Put on hold')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
        await page.locator('[aria-invalid=true]').waitFor();
      },
    },
    {
      name: 'lifecycle-refused',
      path: '/lifecycle',
      open: (page) => renewalRefused(page, groups.succeeded),
    },
    { name: 'to-do-departure', path: '/to-do', open: departed },
    {
      name: 'to-do-release',
      path: '/to-do',
      open: async (page) => {
        await departed(page);
        await click('Release')(page);
      },
    },
    {
      name: 'to-do-stopped',
      path: '/to-do',
      open: async (page) => {
        await scripted(page);
        await click('Let the templates restore')(page);
      },
    },
    { name: 'messages', path: '/messages' },
    { name: 'notice-texts', path: '/messages/texts' },
    {
      name: 'notice-sending',
      path: '/messages/texts',
      open: async (page) => {
        await page.getByLabel('Messages are sent').selectOption('none');
        await page.getByText('Effect in the next twelve months').click();
        await page.getByText('If nobody answers, no message').waitFor();
      },
    },
    {
      name: 'notice-sending-faults',
      path: '/messages/texts',
      open: async (page) => {
        await page.getByLabel('Messages are sent').selectOption('smtp');
        await page.getByLabel('User name').fill('mailer');
        await refused('Save')(page);
      },
    },
    {
      name: 'notice-texts-faults',
      path: '/messages/texts',
      open: async (page) => {
        await page.getByLabel('Before the subject').fill('x'.repeat(61));
        await refused('Save')(page);
      },
    },
    {
      name: 'notice-test',
      path: '/messages/texts',
      open: async (page) => {
        await page.getByLabel('Messages are sent').selectOption('smtp');
        await clicks('Send test message', 'Send')(page);
        await page.locator('dialog[open] .form-notice').waitFor();
      },
    },
    { name: 'messages-none', path: '/messages?state=failed' },
    {
      name: 'message-read',
      path: '/messages',
      open: async (page) => {
        await click(/^Read ingrid/)(page);
        await page.locator('pre.message').waitFor();
      },
    },
    { name: 'approvals', path: '/to-do?show=approvals' },
    { name: 'approvals-none', path: '/to-do?show=approvals&state=ended' },
    {
      name: 'approval-reject-faults',
      path: '/to-do?show=approvals',
      open: refused('Reject Project quay', 'Reject'),
    },
    { name: 'tasks', path: '/to-do?show=questions' },
    {
      name: 'tasks-none',
      path: '/to-do?show=questions&cause=question:accept_deputy_role&state=all',
    },
    {
      name: 'task-decide-faults',
      path: '/to-do?show=questions&cause=question:renew',
      open: refused('Decide Project harbour', 'Submit decision'),
    },
    {
      name: 'task-decide-person',
      path: '/to-do?show=questions&cause=question:name_deputy',
      open: click('Decide All hands'),
    },
    { name: 'reviews', path: '/to-do?show=reviews' },
    { name: 'reviews-none', path: '/to-do?show=reviews&state=lapsed' },
    { name: 'review', path: `/reviews/${seededReviewId}` },
    { name: 'review-decide', path: `/reviews/${seededReviewId}`, open: click('Decide') },
    { name: 'group-review', path: group('succeeded'), open: click('Request review') },
    { name: 'group-vacant', path: group('large') },
    { name: 'group-renew', path: group('succeeded'), open: click('Renew') },
    {
      name: 'group-hold-faults',
      path: group('succeeded'),
      open: async (page) => {
        await click('Put on hold')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
        await page.locator('[aria-invalid=true]').waitFor();
      },
    },
    { name: 'group-release', path: group('drifted'), open: click('Release hold') },
    { name: 'group-drifted', path: group('drifted') },
    { name: 'group-archived', path: group('archived') },
    { name: 'group-deleted', path: group('deleted') },
    { name: 'group-operation-failed', path: group('plain') },
    { name: 'group-edit', path: group('succeeded'), open: click('Edit') },
    {
      name: 'group-edit-people',
      path: group('succeeded'),
      open: async (page) => {
        await click('Edit')(page);
        await page.getByLabel('Add members').fill('petra.zimmermann@nordlicht.example');
        await page.getByLabel('Add members').press('Enter');
        await page.getByLabel('Add members').fill('an');
        await page.locator('.suggestions li').first().waitFor();
        await page.getByLabel('Add members').press('ArrowDown');
      },
    },
    {
      name: 'group-edit-faults',
      path: group('succeeded'),
      open: async (page) => {
        await click('Edit')(page);
        await page.getByLabel('Display name').fill('Harbour');
        await page.getByLabel('Add members').fill('nobody');
        await refused('Save')(page);
      },
    },
    { name: 'group-handover', path: group('succeeded'), open: click('Hand over') },
    { name: 'group-archive', path: group('succeeded'), open: click('Archive') },
    { name: 'group-delete', path: group('succeeded'), open: click('Delete') },
    {
      name: 'group-delete-faults',
      path: group('succeeded'),
      open: refused('Delete', 'Delete group'),
    },
    { name: 'group-restore', path: group('deleted'), open: click('Restore') },
    { name: 'group-cancel', path: group('accepted'), open: click('Cancel request') },
    { name: 'group-unknown', path: '/groups/0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10' },
    { name: 'organisations', path: '/organisations' },
    { name: 'organisation-add', path: '/organisations', open: click('Add organization') },
    {
      name: 'organisation-add-faults',
      path: '/organisations',
      open: refused('Add organization', 'Add'),
    },
    {
      name: 'organisation-edit',
      path: '/organisations',
      open: clicks(/^Actions for /, /^Edit Nordlicht/),
    },
    {
      name: 'organisation-steward',
      path: '/organisations',
      open: async (page) => {
        await clicks(/^Actions for /, /^Edit Nordlicht/)(page);
        await page.getByLabel('Steward').fill('haruto.tanaka@nordlicht.example');
        await page.getByText('Effect in the last twelve months').click();
        await page.getByText('As if this change had been in force').waitFor();
      },
    },
    {
      name: 'organisation-delete-refused',
      path: '/organisations',
      open: async (page) => {
        await clicks(/^Actions for /, /^Delete /)(page);
        await page.getByText('You can delete a template only').waitFor();
      },
    },
    { name: 'blocked-words', path: '/blocked-words', open: click('Edit blocked words') },
    {
      name: 'blocked-words-effect',
      path: '/blocked-words',
      open: async (page) => {
        await click('Edit blocked words')(page);
        await page.getByLabel('Blocked words', { exact: true }).fill('secret\nproject');
        await page.getByText('affect these templates').waitFor();
      },
    },
    { name: 'template', path: `/templates/${templateId}` },
    { name: 'template-history', path: `/templates/${templateId}/history` },
    { name: 'template-restored', path: `/templates/${templateId}?restore=1` },
    {
      name: 'template-trial',
      path: `/templates/${templateId}`,
      open: async (page) => {
        const preview = page.getByRole('complementary', { name: 'Example group' });
        await preview.getByLabel('site').fill('bergen');
        await preview.getByLabel('Responsible').fill('ingrid.solberg@nordlicht.example');
        await preview.getByText('The request can be created.').waitFor();
      },
    },
    {
      name: 'template-preview',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await page.getByLabel('Alias', { exact: true }).fill('rollout-bergen');
        await page.getByLabel('Display name', { exact: true }).fill('Roll-out Bergen');
        await page.getByText('Display name isn’t valid').waitFor();
      },
    },
    {
      name: 'template-faults',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await page.getByLabel('Template name').fill('');
        await page.getByLabel('Alias pattern').fill('rollout-{{site');
        await page.getByLabel('Minimum owners').fill('0');
        await page.getByRole('textbox', { name: 'Channel 1' }).fill('');
        await page.getByLabel('Default members').fill('not an address');
        await click('Save')(page);
        await page.getByText('Not saved. Fix the highlighted fields.').waitFor();
      },
    },
    {
      name: 'template-naming',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await declareProperty(page);
        await page.getByLabel('Type', { exact: true }).selectOption('choice');
        await page.getByLabel('Choices').fill('North\nSouth');
      },
    },
    {
      name: 'template-naming-faults',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await declareProperty(page);
        await page.getByLabel('Maximum').fill('-1');
        await page.getByLabel('Minimum digits').fill('0');
        await click('Save')(page);
        await page.getByText('Not saved. Fix the highlighted fields.').waitFor();
      },
    },
    {
      name: 'template-governance',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await governed(page);
        await page.locator('.effect').nth(1).waitFor();
      },
    },
    {
      name: 'template-forecast',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await governed(page);
        await page.getByText('Effect in the next twelve months').click();
        await page.getByText('If nobody answers, no message').waitFor();
      },
    },
    {
      name: 'template-governance-faults',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await governed(page);
        await page.getByLabel('After the creation', { exact: true }).fill('10');
        await page.getByLabel('Unit of After the creation').selectOption('D');
        await page.getByLabel('Grace period', { exact: true }).fill('900');
        await page.getByLabel('Approvers of stage 1').fill('nobody');
        await click('Save')(page);
        await page.getByText('Not saved. Fix the highlighted fields.').waitFor();
      },
    },
    {
      name: 'template-leave',
      path: `/templates/${templateId}`,
      open: async (page) => {
        await page.getByLabel('Template name').fill('Changed');
        await page.getByRole('link', { name: 'Templates', exact: true }).last().click();
        await page.getByText('Discard changes?').waitFor();
      },
    },
    { name: 'template-delete', path: `/templates/${templateId}`, open: click('Delete') },
    { name: 'template-new', path: `/organisations/${organisationId}/new-template` },
    {
      name: 'api-key',
      path: '/api-keys',
      open: async (page) => {
        await page.getByRole('link', { name: 'Demo', exact: true }).click();
        await page.getByText('Calls per day').first().waitFor();
      },
    },
    { name: 'api-keys', path: '/api-keys' },
    { name: 'api-key-add', path: '/api-keys', open: click('Add key') },
    { name: 'api-key-add-faults', path: '/api-keys', open: refused('Add key', 'Create key') },
    {
      name: 'api-key-secret',
      path: '/api-keys',
      open: async (page) => {
        await click('Rotate Demo')(page);
        await click('Rotate secret')(page);
        await page.getByTestId('secret').waitFor();
      },
    },
    {
      name: 'api-key-access',
      path: '/api-keys',
      open: clicks('Actions for Demo', 'Change access of Demo'),
    },
    { name: 'api-keys-actions', path: '/api-keys', open: click('Actions for Demo') },
    { name: 'api-key-rotate', path: '/api-keys', open: click(/^Rotate /) },
    { name: 'api-key-revoke', path: '/api-keys', open: clicks('Actions for Demo', 'Revoke Demo') },
    { name: 'api-key-end', path: '/api-keys', open: click(/^End old secret/) },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook-add', path: '/webhooks', open: click('Add endpoint') },
    {
      name: 'webhook-add-faults',
      path: '/webhooks',
      open: refused('Add endpoint', 'Add'),
    },
    { name: 'webhook-edit', path: `/webhooks/${webhooks.healthy}`, open: click('Edit') },
    { name: 'webhook-key-add', path: `/webhooks/${webhooks.healthy}`, open: click('Add key') },
    {
      name: 'webhook-key',
      path: `/webhooks/${webhooks.healthy}`,
      open: async (page) => {
        await clicks('Add key', 'Create signing key')(page);
        await page.getByText('Done').waitFor();
      },
    },
    {
      name: 'webhook',
      path: `/webhooks/${webhooks.healthy}`,
      open: async (page) => {
        await click('Send test')(page);
        await page.getByText('Test delivered').waitFor();
      },
    },
    {
      name: 'webhook-failing',
      path: `/webhooks/${webhooks.failing}`,
      open: async (page) => {
        await click('Send test')(page);
        await page.getByText('Test failed').waitFor();
      },
    },
    {
      name: 'webhook-attempt',
      path: `/webhooks/${webhooks.healthy}`,
      open: async (page) => {
        await click(/^Details/)(page);
        await page.getByRole('dialog').getByText('Response', { exact: true }).waitFor();
      },
    },
    { name: 'webhook-disable', path: `/webhooks/${webhooks.healthy}`, open: click('Disable') },
    {
      name: 'webhook-resend',
      path: `/webhooks/${webhooks.healthy}`,
      open: click('Resend a range'),
    },
    { name: 'webhook-disabled', path: `/webhooks/${webhooks.disabled}` },
    { name: 'webhook-remove', path: `/webhooks/${webhooks.disabled}`, open: click('Remove') },
    { name: 'directory', path: '/directory' },
    { name: 'sign-in-provider', path: '/sign-in-provider' },
    { name: 'sandbox', path: '/sandbox' },
    {
      name: 'sandbox-faults',
      path: '/sandbox',
      open: async (page) => {
        await page.getByLabel('Team creation time').fill('-1');
        await refused('Save')(page);
      },
    },
    { name: 'clock-advance', path: '/sandbox', open: click('Advance the clock') },
    { name: 'directory-groups', path: '/sandbox', open: click('Groups') },
    { name: 'person-add', path: '/sandbox', open: click('Add person') },
    { name: 'person-add-faults', path: '/sandbox', open: refused('Add person', 'Add') },
    { name: 'person-remove', path: '/sandbox', open: clicks(/^Actions for /, /^Remove /) },
    { name: 'batches', path: '/batches' },
    {
      name: 'batch',
      path: '/batches',
      open: async (page) => {
        await page.getByRole('link', { name: 'Release 2 groups' }).click();
        await page.getByRole('heading', { level: 1, name: 'Release 2 groups' }).waitFor();
      },
    },
    {
      name: 'batch-undo',
      path: '/batches',
      open: async (page) => {
        await page.getByRole('link', { name: 'Release 2 groups' }).click();
        await click('Undo')(page);
        await page.getByText('No group goes back.').waitFor();
      },
    },
    { name: 'activity', path: '/activity' },
    {
      name: 'activity-details',
      path: '/activity',
      open: async (page) => {
        await page.locator('summary').first().click();
        await click('Verify log integrity')(page);
        await page.getByText('The log is intact').waitFor();
      },
    },
    {
      name: 'activity-none',
      path: '/activity',
      open: async (page) => {
        await page.getByLabel('Actor', { exact: true }).fill('nobody');
        await page.getByText('No activity matches').waitFor();
      },
    },
    { name: 'administrators', path: '/administrators' },
    { name: 'administrator-invite', path: '/administrators', open: click('Invite person') },
    {
      name: 'administrator-invite-faults',
      path: '/administrators',
      open: refused('Invite person', 'Invite'),
    },
    {
      name: 'administrator-role',
      path: '/administrators',
      open: click(/^Change role /),
    },
    {
      name: 'administrator',
      path: '/administrators',
      async open(page) {
        await page.getByRole('link', { name: /^revision@/ }).click();
        await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      },
    },
    {
      name: 'administrator-reset',
      path: '/administrators',
      open: clicks(/^Actions for bo\.lindgren/, /^Reset account /),
    },
    {
      name: 'administrator-remove',
      path: '/administrators',
      open: clicks(/^Actions for /, /^Remove /),
    },
    { name: 'not-found', path: '/no-such-page' },
    { name: 'tenant', path: '/../', outside: true },
    {
      name: 'tenant-faults',
      path: '/../',
      outside: true,
      open: async (page) => {
        await page.getByLabel('Tenant ID').fill('nordlicht');
        await refused('Continue')(page);
      },
    },
    { name: 'sign-in', path: '/sign-in', outside: true },
    { name: 'sign-in-refused', path: '/sign-in?refused=not_listed', outside: true },
    { name: 'sign-in-ended', path: '/sign-in?ended', outside: true },
    { name: 'sign-in-used', path: '/sign-in#used', outside: true },
  ];
}

async function declareProperty(page: Page): Promise<void> {
  await click('Declare property')(page);
  await page.getByLabel('Property 1', { exact: true }).last().fill('region');
  await page.getByLabel('No numbers').click();
}

async function openAccount(page: Page): Promise<void> {
  await click('Your account')(page);
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
}

/** Simulates the end of the session, which the next views still need. */
async function endSession(page: Page): Promise<void> {
  await page.route('**/api-keys?*', (route) =>
    route.fulfill(problem(401, 'not_signed_in', 'Sign in to continue.')),
  );
  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.unroute('**/api-keys?*');
}

/** Shows a mass departure, which takes more people than the sandbox has. */
export async function departed(page: Page): Promise<void> {
  const massDeparture = { since: '2026-11-02T06:20:00.000Z', departed: 61, answering: 740 };
  await page.route('**/admin/api/*/responsibility', (route) =>
    route.fulfill({
      json: {
        groups: { vacant: 3, deputyVacant: 12, shaky: 1204 },
        massDeparture,
        people: {
          followedAt: new Date().toISOString(),
          failure: 'Microsoft 365 is throttling requests.',
          knowsLeaveDates: true,
        },
      },
    }),
  );
  await stoppedBy(page, { cause: 'mass_departure', affected: 61, since: massDeparture.since });
  await page.reload();
  await page.getByRole('heading', { name: 'Mass departure' }).waitFor();
}

/** Shows that the templates restore nothing, because a script renamed more groups than the seed data have. */
export async function scripted(page: Page): Promise<void> {
  const stopped = { since: '2026-11-02T06:20:00.000Z', wanted: 24 };
  await page.route('**/admin/api/*/directory/reconciliation', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), stopped } });
  });
  await stoppedBy(page, { cause: 'stopped_restores', affected: 24, since: stopped.since });
  await page.reload();
  await page.getByText('The templates restore nothing').waitFor();
}

async function stoppedBy(
  page: Page,
  rule: { readonly cause: string; readonly affected: number; readonly since: string },
): Promise<void> {
  await page.route('**/admin/api/*/to-do', async (route) => {
    const response = await route.fetch();
    const toDo = (await response.json()) as { causes: object[] };
    const nobody = { id: null, name: null, email: null, reason: null };
    const cause = { area: 'stopped', ...nobody, count: 1, ...rule };
    await route.fulfill({ response, json: { ...toDo, causes: [cause, ...toDo.causes] } });
  });
}

/** Shows one group in a list of the governance, whose rows the tick keeps in order by itself. */
async function listed(page: Page, address: string, teamId: string): Promise<void> {
  const person = {
    id: 'a1',
    email: 'ingrid.solberg@nordlicht.example',
    displayName: 'Ingrid Solberg',
  };
  const item = {
    teamId,
    displayName: 'Project harbour',
    mailNickName: 'prj-harbour',
    organisation: 'Nordlicht Energy',
    template: 'Project',
    status: 'succeeded',
    state: 'active',
    expiresAt: '2026-12-04T08:00:00.000Z',
    archivedAt: null,
    deletesAt: null,
    isOnHold: false,
    responsibility: {
      state: 'deputy_vacant',
      since: '2026-11-18T08:00:00.000Z',
      responsible: { ...person, available: true },
      deputy: { ...person, available: false },
      taskId: null,
    },
  };
  await page.route(address, (route) => route.fulfill({ json: { items: [item], total: 1 } }));
  await page.reload();
}

/** The groups of the seed data have no policy, so that none of them can be renewed. */
async function renewalRefused(page: Page, teamId: string): Promise<void> {
  await listed(page, '**/teams?*lifecycle=*', teamId);
  await page.getByRole('checkbox', { name: 'Select Project harbour' }).check();
  await click('Renew')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
  await page.getByText('0 of 1 done, 1 refused').first().waitFor();
  await page.unroute('**/teams?*lifecycle=*');
}

/** Fills in a request for a new group. */
async function newGroup(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'New group' });
  await panel.getByLabel('Organization').selectOption('Nordlicht Energy');
  await panel.getByLabel('Template').selectOption('Project');
  await panel.getByLabel('projectCode').fill('export');
  await panel.getByLabel('Responsible').fill('ingrid.solberg@nordlicht.example');
  await panel.getByLabel('Deputy').fill('haruto.tanaka@nordlicht.example');
}

async function importedRows(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Import groups from CSV' });
  await panel
    .getByLabel('Or paste the rows')
    .fill(
      [
        'projectCode;Responsible;Deputy;Ticket',
        'jetty;ingrid.solberg@nordlicht.example;haruto.tanaka@nordlicht.example;4711',
        'silo;ingrid.solberg@nordlicht.example;;4712',
        'harbour;nobody;haruto.tanaka@nordlicht.example;4713',
        'jetty;ingrid.solberg@nordlicht.example;;4714',
      ].join('\n'),
    );
  await click('Next')(page);
  await panel.getByRole('button', { name: 'Check rows' }).waitFor();
}

/** Turns on each policy for existing groups. */
async function governed(page: Page): Promise<void> {
  for (const name of [
    'Groups of this template do not expire',
    'Nothing happens by itself',
    'No approval',
  ]) {
    await page.getByRole('switch', { name }).click();
  }
}

async function withoutResponse(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute(address);
}

/** Opens a view once and shows it in each of the variants in which it exists, without reloading it. */
export async function openVariant(
  { visit, url }: Pages,
  page: Page,
  view: View,
  see: (variant: Variant) => Promise<void>,
  shown: readonly Variant[] = variants,
): Promise<void> {
  const own = shown.filter(({ name }) => view.only === undefined || name.endsWith(view.only));
  for (const [index, variant] of own.entries()) {
    if (index === 0) {
      // Some views are opened by a link that a phone hides behind "Sections".
      const opened = view.only === 'phone' ? variant : variants[0];
      await page.setViewportSize(opened.viewport);
      if (view.outside === true) await page.goto(url(view.path));
      else await visit(page, view.path);
      await settled(page);
      if (view.open !== undefined) {
        await view.open(page);
        await settled(page);
      }
    }
    await page.setViewportSize(variant.viewport);
    await page.emulateMedia({ colorScheme: variant.colorScheme });
    await atRest(page, variant.colorScheme);
    await see(variant);
  }
}

/** Waits until everything is loaded and every click is answered. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1, dialog h2').first().waitFor();
  await page.locator('.loading, .spinner').first().waitFor({ state: 'detached' });
}

/** Waits until the theme is applied and no colour transition is running. */
async function atRest(page: Page, colorScheme: string): Promise<void> {
  await page.locator(`.app.${colorScheme}`).first().waitFor();
  await rendered(page);
}

/** Waits until what follows from a new size of the window is on the screen, and ends its animations. */
export async function rendered(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
}
