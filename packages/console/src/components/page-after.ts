// The pages of a list that is read by its cursor.

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextLink?: string;
}

/** The cursor of the next page of a list, from the link of the current one; undefined on the last page. */
export function cursorAfter({ nextLink }: { readonly nextLink?: string }): string | undefined {
  if (nextLink === undefined) return undefined;
  return new URL(nextLink).searchParams.get('cursor') ?? undefined;
}

/** The items of every page; the first `most` of them. */
export async function allPages<Item>(
  read: (cursor: string) => Promise<PageOf<Item>>,
  most = Infinity,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined && found.length < most;) {
    const page = await read(cursor);
    found.push(...page.items);
    cursor = cursorAfter(page);
  }
  return found.slice(0, most);
}
