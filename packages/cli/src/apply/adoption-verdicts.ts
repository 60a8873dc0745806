// Judges the plans of many adoptions together, for the command line and the admin center. Each plan is about its group
// alone, so that the first of a group counts, and of each template as many as it still adopts for now.

/** `repeated`: an earlier one is for the same group. `beyond_room`: the template adopts no more groups for now. */
export type AdoptionVerdict = 'adopt' | 'refused' | 'repeated' | 'beyond_room';

export interface PlannedAdoption {
  readonly groupId: string;
  readonly plan: {
    readonly conforms: boolean;
    readonly template: { readonly id: string } | null;
    readonly room: number | null;
  };
}

export function adoptionVerdicts(planned: readonly PlannedAdoption[]): AdoptionVerdict[] {
  const groups = new Set<string>();
  const adopted = new Map<string, number>();
  return planned.map(({ groupId, plan: { conforms, template, room } }) => {
    const id = groupId.toLowerCase();
    if (groups.has(id)) return 'repeated';
    if (!conforms) return 'refused';
    groups.add(id);
    const before = adopted.get(template?.id ?? '') ?? 0;
    if (room !== null && before >= room) return 'beyond_room';
    adopted.set(template?.id ?? '', before + 1);
    return 'adopt';
  });
}
