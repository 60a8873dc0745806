// Sensitivity labels of the sandbox, with what a group may no longer decide once it has one.
import type {
  GroupSettings,
  RefusedSettings,
  SensitivityLabel,
} from '../directory/group-settings.ts';

interface SandboxLabel extends SensitivityLabel {
  readonly visibility?: 'private' | 'public';
  readonly guests?: 'deny' | 'allow';
}

const labels: readonly SandboxLabel[] = [
  {
    labelId: '5a4db0c5-0000-4000-8000-000000000001',
    name: 'General',
    description: 'For everyday work. The group decides about guests.',
  },
  {
    labelId: '5a4db0c5-0000-4000-8000-000000000002',
    name: 'Confidential',
    description: 'The group is private and has no guests.',
    visibility: 'private',
    guests: 'deny',
  },
];

export function listLabels(): readonly SensitivityLabel[] {
  return labels.map(({ labelId, name, description }) => ({ labelId, name, description }));
}

export function findLabel(labelId: string | undefined): SandboxLabel | undefined {
  return labels.find((one) => one.labelId === labelId);
}

export function unknownLabel(labelId: string): RefusedSettings {
  const known = labels.map((one) => `${one.name} (${one.labelId})`).join(', ');
  const detail = `The sandbox has no sensitivity label ${labelId}. Its labels are ${known}.`;
  return { names: ['sensitivityLabel'], detail };
}

/** A label that decides about guests does not let the group decide otherwise. */
export function refusedByLabel(
  { guests }: GroupSettings,
  label: SandboxLabel | undefined,
): RefusedSettings[] {
  if (label?.guests === undefined || guests === undefined || guests === label.guests) return [];
  const detail = `The sensitivity label ${label.name} decides about guests.`;
  return [{ names: ['guests'], detail }];
}
