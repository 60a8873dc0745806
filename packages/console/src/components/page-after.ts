/** The cursor of the next page of a list, from the link of the current one; undefined on the last page. */
export function cursorAfter({ nextLink }: { readonly nextLink?: string }): string | undefined {
  if (nextLink === undefined) return undefined;
  return new URL(nextLink).searchParams.get('cursor') ?? undefined;
}
