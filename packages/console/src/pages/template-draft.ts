// A template during editing: every value as the user typed it, so that nothing is lost before it is saved.
import type { TemplateBody, TemplateItem } from '../api/types.ts';
import { numberOf } from './number-of.ts';

export interface TemplateDraft {
  readonly name: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
  readonly kind: 'team' | 'group';
  readonly visibility: 'private' | 'public';
  readonly minimumOwners: string;
  readonly guestsAllowed: boolean;
  readonly welcomeMail: boolean;
  /** One per line. */
  readonly defaultOwners: string;
  readonly defaultMembers: string;
  readonly channels: readonly {
    readonly id: number;
    readonly displayName: string;
    readonly description: string;
  }[];
}

/** Pointers of the parts of a draft whose name differs in the API. */
export const pointers = {
  kind: '/policy/kind',
  visibility: '/policy/visibility',
  minimumOwners: '/policy/minimumOwners',
  guestsAllowed: '/policy/guestsAllowed',
  welcomeMail: '/policy/welcomeMail',
  defaultOwners: '/policy/defaultOwners',
  defaultMembers: '/policy/defaultMembers',
  channels: '/policy/channels',
} as const;

export function draftOf(template: TemplateItem | undefined): TemplateDraft {
  const policy = template?.policy;
  return {
    name: template?.name ?? '',
    identifier: template?.identifier ?? '',
    mailNicknamePattern: template?.mailNicknamePattern ?? '',
    displayNamePattern: template?.displayNamePattern ?? '',
    kind: policy?.kind ?? 'team',
    visibility: policy?.visibility ?? 'private',
    minimumOwners: String(policy?.minimumOwners ?? 1),
    guestsAllowed: policy?.guestsAllowed ?? true,
    welcomeMail: policy?.welcomeMail ?? false,
    defaultOwners: policy?.defaultOwners.join('\n') ?? '',
    defaultMembers: policy?.defaultMembers.join('\n') ?? '',
    channels: (policy?.channels ?? []).map(({ displayName, description }, index) => ({
      id: index + 1,
      displayName,
      description: description ?? '',
    })),
  };
}

export function bodyOf(draft: TemplateDraft): TemplateBody {
  return {
    name: draft.name.trim(),
    identifier: draft.identifier.trim(),
    mailNicknamePattern: draft.mailNicknamePattern,
    displayNamePattern: draft.displayNamePattern,
    policy: {
      kind: draft.kind,
      visibility: draft.visibility,
      minimumOwners: numberOf(draft.minimumOwners),
      guestsAllowed: draft.guestsAllowed,
      welcomeMail: draft.welcomeMail,
      defaultOwners: linesOf(draft.defaultOwners),
      defaultMembers: linesOf(draft.defaultMembers),
      channels:
        draft.kind === 'group'
          ? []
          : draft.channels.map(({ displayName, description }) => ({
              displayName: displayName.trim(),
              description: description.trim() === '' ? null : description.trim(),
            })),
    },
  };
}

/** The lines as they are sent, so that the index of a fault matches. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
