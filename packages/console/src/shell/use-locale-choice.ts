// The choice of language and time zone: it holds at once in this browser, and is stored with the account for others.
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { notify } from '../components/notify.ts';
import { chooseLocale, localeChoice } from '../messages/current-locale.ts';
import type { LocaleChoice } from '../messages/locale.ts';
import { shell } from '../messages/shell.ts';
import { messagesOf, useLocale } from '../messages/use-messages.ts';

export function useLocaleChoice() {
  useLocale();
  const storing = useMutation({
    // One after the other, so that the last choice stays.
    scope: { id: 'account' },
    mutationFn: (change: Partial<LocaleChoice>) => api.patch('/account', { body: change }),
    onError: (error) =>
      notify(messagesOf(shell)('account.notStored'), { text: error.message, intent: 'error' }),
  });
  const choice = localeChoice();
  return {
    choice,
    choose: (change: Partial<LocaleChoice>) => {
      // A language that cannot be loaded here is stored, and shown by the next load.
      void chooseLocale({ ...choice, ...change }).catch(() => undefined);
      storing.mutate(change);
    },
  };
}
