// The values that options of the command and arguments of the MCP tools accept. Each list has every value that the API's
// description names: one that is missing does not compile.
import type {
  DirectoryGroupFilter,
  OperationPlanRequest,
  ReviewFilter,
  TaskFilter,
  TeamFilter,
} from '@groupwright/client';

/** It omits the values that only a newer service knows. */
type Known<Value> = Value extends string ? (string extends Value ? never : Value) : never;

function valuesOf<Value extends string>(
  values: Readonly<Record<Value, true>>,
): [Value, ...Value[]] {
  return Object.keys(values) as [Value, ...Value[]];
}

export const teamStatuses = valuesOf<Known<TeamFilter['status']>>({
  accepted: true,
  awaiting_approval: true,
  running: true,
  succeeded: true,
  failed: true,
  cancelled: true,
});

export const directoryGroupKinds = valuesOf<Known<DirectoryGroupFilter['kind']>>({
  team: true,
  group: true,
});

export const obstacles = valuesOf<Known<DirectoryGroupFilter['obstacle']>>({
  none: true,
  not_a_microsoft_365_group: true,
  synced_from_on_premises: true,
  dynamic_membership: true,
  role_assignable: true,
  hidden_membership: true,
  class_team: true,
  foreign_marker: true,
});

export const teamStates = valuesOf<Known<TeamFilter['state']>>({
  being_created: true,
  active: true,
  archived: true,
  deleted: true,
  gone: true,
  ended: true,
  failed: true,
  existing: true,
});

export const responsibilityStates = valuesOf<Known<TeamFilter['responsibility']>>({
  held: true,
  shaky: true,
  deputy_vacant: true,
  vacant: true,
});

export const operationKinds = valuesOf<Known<NonNullable<OperationPlanRequest['kind']>>>({
  change: true,
  handover: true,
  archive: true,
  unarchive: true,
  delete: true,
  restore: true,
  repair: true,
  accept_drift: true,
});

export const differingProperties = valuesOf<
  Known<Extract<NonNullable<OperationPlanRequest['properties']>, readonly unknown[]>[number]>
>({
  displayName: true,
  description: true,
  visibility: true,
  archived: true,
  responsible: true,
  deputy: true,
  owners: true,
  settings: true,
  rosters: true,
  'settings.guests': true,
  'settings.members.createChannels': true,
  'settings.members.createPrivateChannels': true,
  'settings.members.deleteChannels': true,
  'settings.members.addApps': true,
  'settings.members.tabs': true,
  'settings.members.connectors': true,
  'settings.guestMembers.createChannels': true,
  'settings.guestMembers.deleteChannels': true,
  'settings.messages.edit': true,
  'settings.messages.delete': true,
  'settings.messages.ownerDelete': true,
  'settings.messages.teamMentions': true,
  'settings.messages.channelMentions': true,
  'settings.fun.giphy': true,
  'settings.fun.stickers': true,
  'settings.fun.memes': true,
  'settings.hideFromOutlook': true,
  'settings.hideFromAddressLists': true,
  'settings.sensitivityLabel': true,
});

const ofPeople = new Set<string>(['responsible', 'deputy', 'owners', 'rosters']);
/** People are handed over or added again; no record gets them by an acceptance. */
export const acceptableProperties = differingProperties.filter((name) => !ofPeople.has(name));

export const findings = valuesOf<Known<TeamFilter['finding']>>({
  any: true,
  differs: true,
  ownerless: true,
  too_few_owners: true,
  contested: true,
  idle: true,
  responsible_unavailable: true,
  deputy_unavailable: true,
  responsible_unreachable: true,
  deputy_unreachable: true,
});

export const taskKinds = valuesOf<Known<TaskFilter['kind']>>({
  renew: true,
  review: true,
  approve: true,
  approve_change: true,
  approve_delete: true,
  approve_adoption: true,
  name_deputy: true,
  take_over: true,
  add_owner: true,
  hand_back: true,
  accept_responsibility: true,
  accept_deputy_role: true,
  confirm_removals: true,
  still_needed: true,
  contested: true,
});

export const taskStates = valuesOf<Known<TaskFilter['state']>>({
  open: true,
  done: true,
  lapsed: true,
  withdrawn: true,
});

export const reviewStates = valuesOf<Known<ReviewFilter['state']>>({
  requested: true,
  open: true,
  completed: true,
  lapsed: true,
  withdrawn: true,
});
