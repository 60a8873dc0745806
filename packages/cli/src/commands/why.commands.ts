// team why: the entries of the audit log that led to a fact about a group.
import type { Explanation } from '@groupwright/client';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import type { Run } from '../context/run.ts';
import { formatTable } from '../output/table.ts';

export function addWhyCommand(team: Command, run: Run): void {
  team
    .command('why')
    .summary('explain a fact about a group')
    .description(
      'Explains a fact about a group by the entries of the audit log that led to it, in the order in which they followed, with their places in the hash chain.',
    )
    .argument('<team>', 'team id or alias')
    .argument(
      '<property>',
      'such as visibility, responsible, members, state, hold, expiresAt, settings.guests or properties.projectCode',
    )
    .option('--person <person>', 'with owners or members: e-mail address or id of the person')
    .action(run(explain));
}

async function explain(
  context: Context,
  { person }: { readonly person?: string },
  key: string,
  property: string,
): Promise<void> {
  const { signal, paint } = context;
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  const query = { property, ...(person !== undefined && { person }) };
  const why = await named(
    `group ${key}`,
    client.request<Explanation>('GET', `/teams/${teamId}/why`, { query, signal }),
  );
  context.print(why, () =>
    why.reasons.length === 0
      ? 'The audit log has no entry about it.'
      : formatTable(
          paint,
          ['WHEN', 'WHAT', 'WHO', 'BECAUSE', 'ENTRY'],
          why.reasons.map(({ occurredAt, action, actor, rule, outcome, reason, proof }) => [
            occurredAt.slice(0, 16).replace('T', ' '),
            action,
            actor.name,
            [rule && `${rule.rule}, version ${rule.policyVersion}`, outcome, reason]
              .filter((part) => part !== null)
              .join('; '),
            proof === null ? 'not sealed yet' : `${proof.position}`,
          ]),
        ),
  );
}
