// The language, the locale and the time zone of this page. The account has the choice, and the browser a copy of it, so that
// the sign-in page and the first frame have it too.
import { isLanguage, isTimeZone, type Locale, type LocaleChoice, resolveLocale } from './locale.ts';
import { loadLanguage } from './texts.ts';

const storageKey = 'groupwright-locale';

function storedChoice(): LocaleChoice {
  const nothing = { language: null, timeZone: null };
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<LocaleChoice>;
    return {
      language: isLanguage(stored.language) ? stored.language : null,
      timeZone: isTimeZone(stored.timeZone) ? stored.timeZone : null,
    };
  } catch {
    return nothing;
  }
}

function resolved(choice: LocaleChoice): Locale {
  const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return resolveLocale(choice, navigator.languages, browserTimeZone);
}

let choice = storedChoice();
let current = resolved(choice);
const listeners = new Set<() => void>();
remember(current);

/** Outside of components. Components use `useLocale()`, which follows a change. */
export function currentLocale(): Locale {
  return current;
}

export function localeChoice(): LocaleChoice {
  return choice;
}

/** Loads the language first. Rejects, and changes nothing, where it cannot be loaded. */
export async function chooseLocale(next: LocaleChoice): Promise<void> {
  if (next.language === choice.language && next.timeZone === choice.timeZone) return;
  await loadLanguage(resolved(next).language);
  localStorage.setItem(storageKey, JSON.stringify(next));
  follow(next);
}

/** @param chosen as the account has it; null: it never chose, so the choice of this browser stays */
export async function followAccount(
  chosen: { readonly language: string | null; readonly timeZone: string | null } | null,
): Promise<void> {
  if (chosen === null) return;
  const { language, timeZone } = chosen;
  await chooseLocale({
    // A newer release may have stored another language.
    language: isLanguage(language) ? language : null,
    timeZone: isTimeZone(timeZone) ? timeZone : null,
  });
}

/** The cookie says to the service in which language it sends the next document. */
function remember({ language }: Locale): void {
  document.documentElement.lang = language;
  document.cookie = `groupwright-language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

function follow(next: LocaleChoice): void {
  choice = next;
  current = resolved(choice);
  remember(current);
  for (const listener of listeners) listener();
}

// A choice in another tab counts in this one, too.
addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return;
  const stored = storedChoice();
  void loadLanguage(resolved(stored).language).then(() => follow(stored));
});

/** @returns ends the notifications */
export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
