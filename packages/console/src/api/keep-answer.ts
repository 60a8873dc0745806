import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows the answer to a change. A read that began before it, and is answered later, changes nothing. */
export async function keepAnswer(
  client: QueryClient,
  queryKey: QueryKey,
  answer: unknown,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}
