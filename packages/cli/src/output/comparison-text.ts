// How far the groups were compared with the directory: a list of differences is true only of those.
import type { Client, TeamFilter } from '@groupwright/client';

export interface Comparison {
  readonly finishedAt: string | null;
  readonly oldestAt: string | null;
  readonly groups: number;
  readonly notCompared: number;
}

/** @param filter of a list by `finding` */
export async function readComparison(
  client: Client,
  { finding, organisation, template, signal }: TeamFilter,
): Promise<Comparison | undefined> {
  const query = {
    finding,
    limit: '1',
    ...(organisation !== undefined && { organisation }),
    ...(template !== undefined && { template }),
  };
  const page = await client.request<{ readonly comparison?: Comparison }>('GET', '/teams', {
    query,
    ...(signal !== undefined && { signal }),
  });
  return page.comparison;
}

export function comparisonText({ finishedAt, groups, notCompared }: Comparison): string {
  const when =
    finishedAt === null
      ? 'No comparison of all groups with the directory has ended yet.'
      : `The last comparison of all groups with the directory ended at ${finishedAt.slice(0, 16).replace('T', ' ')} UTC.`;
  if (groups === 0) return when;
  const rest =
    notCompared === 0
      ? 'Every group was compared since its last change.'
      : `${notCompared} of ${groups} groups were not compared since their last change: groupwright team compare TEAM`;
  return `${when}\n${rest}`;
}
