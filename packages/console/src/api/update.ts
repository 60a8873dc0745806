// A page that was loaded before an update asks for scripts that are gone. It is loaded again, once, if the service
// delivers another build; in every other case the error page offers a retry.

const storageKey = 'groupwright-reloaded-from';
/** The script that this module is part of; its name changes with each build. */
const build = new URL(import.meta.url).pathname;

export async function reloadAfterUpdate(): Promise<void> {
  if (sessionStorage.getItem(storageKey) === build) return;
  const page = await fetchPage();
  if (page === undefined || page.includes(build)) return;
  sessionStorage.setItem(storageKey, build);
  location.reload();
}

/** Undefined when the service does not answer: a reload would replace the page with an error of the browser. */
export async function fetchPage(): Promise<string | undefined> {
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
