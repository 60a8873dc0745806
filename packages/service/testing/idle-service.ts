// Rows of a service with groups, in which nothing is in progress, and those of a burst. Statements for a tenant `$1`, as the
// owner of the tables.

/** The groups, with what was done about them. */
export const idleService = (groups: number, endpointId: string) =>
  [
    `insert into teams
     (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people, properties, policy,
      created_at, created_by, request_id)
   select $1, uuidv7(), $1, $1, 'Group ' || n, 'group-' || n, '{"responsible": "p"}', '{}', '{}', now(), 'key', 'request'
   from generate_series(1, ${groups}) n`,
    `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at)
   select tenant_id, team_id, 'succeeded', false, now(), now(), now() from teams where tenant_id = $1`,
    `insert into operations
     (tenant_id, operation_id, team_id, number, kind, status, waiting, due_at, change, actor_kind, actor_id, created_at,
      updated_at, completed_at)
   select tenant_id, uuidv7(), team_id, n, 'change', 'succeeded', false, now(), '{}', 'api_key', 'key', now(), now(), now()
   from teams, generate_series(1, 2) n where tenant_id = $1`,
    `insert into tasks (tenant_id, task_id, kind, team_id, organisation_id, assignees, state, opened_at, decided_at)
   select tenant_id, uuidv7(), 'renew', team_id, organisation_id, '[]', 'done', now(), now() from teams where tenant_id = $1`,
    `insert into reviews
     (tenant_id, review_id, team_id, organisation_id, state, subjects, unanswered, within, requested_by, requested_at,
      read_due_at, ended_at)
   select tenant_id, uuidv7(), team_id, organisation_id, 'completed', '[]', 'keep', 'P1D', '{}', now(), now(), now()
   from teams where tenant_id = $1`,
    `insert into notice_messages
     (tenant_id, message_id, person_id, email, language, day, state, due_at, created_at, finished_at)
   select $1, uuidv7(), 'p' || n, 'p', 'en', current_date - day, 'sent', now(), now(), now()
   from generate_series(1, 300) n, generate_series(1, 10) day`,
    `insert into notices (tenant_id, notice_id, person_id, email, kind, team_id, data, created_at, message_id)
   select m.tenant_id, uuidv7(), m.person_id, 'p', 'renew', uuidv7(), '{}', now() - interval '1 day', m.message_id
   from notice_messages m where m.tenant_id = $1`,
    `insert into webhook_deliveries
     (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, due_set_at, queued_at, finished_at)
   select $1, '${endpointId}', n, 'group.accepted', 'k' || n % 300, 'delivered', now(), now(), now(), now()
   from generate_series(1, ${groups}) n`,
    `insert into failed_deliveries (tenant_id, person_id, email, failures, since, last_at)
   select $1, 'p' || n, 'p', 1, now(), now() from generate_series(1, 300) n`,
  ] as const;

/** Creations in progress. */
export const creationsInProgress = (count: number) => [
  `insert into teams
     (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people, properties, policy,
      created_at, created_by, request_id)
   select $1, uuidv7(), $1, $1, 'New ' || n, 'new-' || n, '{"responsible": "p"}', '{}', '{}', now(), 'key', 'request'
   from generate_series(1, ${count}) n`,
  `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
   select tenant_id, team_id, 'accepted', true, now(), now() from teams t
   where tenant_id = $1 and not exists (select from provisionings p where p.team_id = t.team_id)`,
];

/**
 * Creations in progress with an operation each, groups that were archived, or lost the people who answer for them, and people with a
 * notice each and a digest that waits or was sent today. A sandbox was given people.
 * All groups were used, and were compared with the directory.
 */
export const rowsOfBurst = (count: number) => [
  ...creationsInProgress(count),
  `insert into operations
     (tenant_id, operation_id, team_id, number, kind, status, waiting, due_at, change, actor_kind, actor_id, created_at,
      updated_at)
   select tenant_id, uuidv7(), team_id, 1, 'change', case row_number() over () % 2 when 0 then 'accepted' else 'running' end, true,
     now(), '{}', 'api_key', 'key', now(), now()
   from provisionings where tenant_id = $1 and status = 'accepted'`,
  `insert into group_responsibility (tenant_id, team_id, state, since, memory)
   select t.tenant_id, t.team_id, 'vacant', now(), '{}'
   from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
   where t.tenant_id = $1 and p.status = 'succeeded' order by t.team_id limit ${count}`,
  `insert into group_holds (tenant_id, team_id, reason, held_by, held_at)
   select tenant_id, team_id, 'x', '{}', now() from group_responsibility where tenant_id = $1`,
  `insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, cycle_started_at, deletes_at)
   select tenant_id, team_id, now(), 1, now(), now() from group_responsibility where tenant_id = $1`,
  `update teams t set archived_at = now()
   from group_responsibility g where t.tenant_id = $1 and g.tenant_id = $1 and g.team_id = t.team_id and mod(hashtext(t.team_id::text), 2) = 0`,
  `insert into notices (tenant_id, notice_id, person_id, email, kind, data, created_at)
   select $1, uuidv7(), 'new' || n, 'p', 'renew', '{}', now() - interval '1 hour' from generate_series(1, ${count}) n`,
  `insert into notice_messages
     (tenant_id, message_id, person_id, email, language, day, state, due_at, created_at, finished_at)
   select $1, uuidv7(), 'new' || n, 'p', 'en', current_date - n % 2, case n % 2 when 0 then 'sent' else 'pending' end, now(),
     now(), case n % 2 when 0 then now() end
   from generate_series(1, ${count}) n`,
  `insert into sandbox_people (tenant_id, person_id, email, display_name)
   select $1, gen_random_uuid(), 'Person-' || n || '@example.com', 'Person' from generate_series(1, ${count}) n`,
  `update provisionings set directory_group_id = team_id::text where tenant_id = $1 and status = 'succeeded'`,
  `insert into group_usage (tenant_id, group_id, group_on)
   select tenant_id, directory_group_id, current_date from provisionings where tenant_id = $1 and status = 'succeeded'`,
  `insert into team_observations
     (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
   select p.tenant_id, p.team_id, now(), now(), '{}', '[]', array['ownerless'], t.version, now()
   from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
   where p.tenant_id = $1 and p.status = 'succeeded'`,
];
