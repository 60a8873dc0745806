// Requests for groups of ten different people under the template that takes any name.
import type { Quickstart } from './running-service.ts';

/** Each call creates the body of one more request, with a new alias. */
export function createTeamBodies({ organisation, templates, people }: Quickstart): () => string {
  const run = Date.now().toString(36);
  let made = 0;
  // Guests, who come last, cannot own a group.
  const employees = people.slice(0, 40);
  const person = (index: number) => employees[index % employees.length];
  return () => {
    made += 1;
    const first = made * 7;
    return JSON.stringify({
      displayName: `Bench group ${made}`,
      mailNickName: `bench-${run}-${made}`,
      description: 'Made to measure',
      responsible: person(first),
      deputy: person(first + 1),
      organisationIdOrIdentifier: organisation,
      templateIdOrIdentifier: templates[0],
      owners: [person(first + 2), person(first + 3)],
      members: [4, 5, 6, 7, 8, 9].map((offset) => person(first + offset)),
    });
  };
}
