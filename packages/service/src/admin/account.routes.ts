// The account of the caller: the language and the time zone of the admin center, and the messages that it does not get.
import type { ChangePreferences } from '../access/sessions/preferences.ts';
import type { Server } from '../http/server.ts';
import { Preferences, PreferencesChange } from './account.schema.ts';
import { operations } from './operations.ts';
import { sessionOf } from './request.ts';

export interface AccountDeps {
  readonly changePreferences: ChangePreferences;
}

const declared = operations('Administrators', {
  changeAccount: {
    reach: 'everyone',
    summary:
      'Change the language, the time zone or the muted messages of the caller. Members that you omit stay.',
    admin: 'view',
    answer: 'The preferences of the caller.',
    problems: ['validation_failed', 'not_found'],
    body: PreferencesChange,
    response: { 200: Preferences },
  },
});

export function registerAccountRoutes(server: Server, deps: AccountDeps): void {
  server.patch('/:tenantId/account', declared.changeAccount, async (request) => {
    const { tenantId, administratorId } = sessionOf(request).administrator;
    return deps.changePreferences(tenantId, administratorId, request.body);
  });
}
