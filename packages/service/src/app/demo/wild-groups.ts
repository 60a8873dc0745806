// The groups that others made in the demo's sandbox before the service came.
import type { NewInSuite } from '../../sandbox/change-in-suite.postgres.ts';

const [maya, erik, beatriz, ingrid, mateusz, grace, erika, paulo] = [
  'maya.cohen',
  'erik.johansson',
  'beatriz.santos',
  'ingrid.solberg',
  'mateusz.kowalski',
  'grace.thompson',
  'erika.lund',
  'paulo.reis',
].map((name) => `${name}@nordlicht.example`) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

type WildGroup = Omit<NewInSuite, 'createdAt'> & { readonly ageDays: number };

export const wildGroups: readonly WildGroup[] = [
  {
    displayName: 'Project 2210',
    mailNickName: 'prj-2210',
    owners: [maya, erik],
    members: [mateusz],
    ageDays: 1_400,
  },
  { displayName: 'Project 2304', mailNickName: 'prj-2304', owners: [mateusz], ageDays: 1_100 },
  { displayName: 'Old ferry project', mailNickName: 'prj-1907', owners: [erik], ageDays: 2_500 },
  {
    displayName: 'Safety committee',
    mailNickName: 'committee-safety',
    owners: [grace, ingrid],
    ageDays: 900,
  },
  {
    displayName: 'Grants of the nineties',
    mailNickName: 'grants-archive',
    owners: [erika],
    ageDays: 3_000,
  },
  {
    displayName: 'Harbour fair 2022',
    mailNickName: 'harbour-fair',
    owners: [paulo],
    ageDays: 1_600,
  },
  { displayName: 'Lunch club', mailNickName: 'lunch-club', members: [maya, grace], ageDays: 2_000 },
  {
    displayName: 'All of Nordlicht',
    mailNickName: 'all-nordlicht',
    kind: 'group',
    owners: [ingrid],
    obstacle: 'synced_from_on_premises',
    ageDays: 3_400,
  },
  {
    displayName: 'Everyone in sales',
    mailNickName: 'sales-everyone',
    kind: 'group',
    owners: [beatriz],
    obstacle: 'dynamic_membership',
    ageDays: 800,
  },
  {
    displayName: 'Cloud administrators',
    mailNickName: 'cloud-admins',
    kind: 'group',
    owners: [mateusz],
    obstacle: 'role_assignable',
    ageDays: 600,
  },
  {
    displayName: 'Travel desk',
    mailNickName: 'travel-desk',
    kind: 'group',
    owners: [beatriz],
    hidesOwners: true,
    ageDays: 2_700,
  },
  {
    displayName: 'Merged from the fjord office',
    mailNickName: 'fjord-office',
    owners: [grace],
    obstacle: 'foreign_marker',
    ageDays: 400,
  },
];
