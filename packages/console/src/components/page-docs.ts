// The page of the documentation for each page of the admin center. The lead of a page and the help panel both link to it.

export const pageDocs: Readonly<Record<string, string>> = {
  '/': 'guides/operating-governance',
  '/reports': 'admin-center#sections',
  '/groups': 'admin-center#creating-a-group',
  '/directory-groups': 'guides/existing-groups',
  '/to-do': 'guides/operating-governance',
  '/people': 'admin-center#all-groups-of-a-person',
  '/lifecycle': 'guides/notices-and-lifecycle#groups-that-expire',
  '/reviews': 'guides/notices-and-lifecycle#reviews-of-the-people',
  '/messages': 'guides/notices-and-lifecycle',
  '/messages/texts': 'guides/notices-and-lifecycle#custom-texts',
  '/organisations': 'guides/names-from-properties',
  '/templates': 'operator/tenant-file#templates',
  '/api-keys': 'guides/scopes',
  '/requests': 'guides/errors',
  '/webhooks': 'guides/webhooks',
  '/directory': 'microsoft-365/connect',
  '/sign-in-provider': 'admin-center#sign-in-with-openid-connect',
  '/blocked-words': 'admin-center#blocked-words',
  '/sandbox': 'sandbox',
  '/activity': 'events-and-webhooks#the-audit-chain',
  '/batches': 'admin-center#several-groups-at-once',
  '/administrators': 'admin-center#roles',
};

/** It belongs to exactly this page, and not to those below it. */
export function docsOfPage(pathname: string): string | undefined {
  return Object.hasOwn(pageDocs, pathname) ? pageDocs[pathname] : undefined;
}

/** It belongs to the page, or to the nearest one above it; undefined for an unknown address. */
export function docsAround(pathname: string): string | undefined {
  for (let path = pathname; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const found = docsOfPage(path);
    if (found !== undefined) return found;
  }
  return undefined;
}
