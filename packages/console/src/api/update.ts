// A page that was loaded before an update asks for scripts that are gone. It is loaded again, once, if the service
// delivers another build; in every other case the error page offers a retry.

const storageKey = 'groupwright-reloaded-from';
/** The first script of the page; its name changes with each build. */
const build = new URL(
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? location.href,
).pathname;

/** @param address of the page whose script did not load */
export async function reloadAfterUpdate(address: string): Promise<void> {
  if (sessionStorage.getItem(storageKey) === build) return;
  const page = await fetchPage(address);
  if (page === undefined || page.includes(build)) return;
  sessionStorage.setItem(storageKey, build);
  if (address === location.href) location.reload();
  else location.assign(address);
}

/** Undefined when the service does not answer: a reload would replace the page with an error of the browser. */
export async function fetchPage(address = location.href): Promise<string | undefined> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
