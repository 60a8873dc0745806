// A template during editing: every value as the user typed it, so that nothing is lost before it is saved.
import { type ProtectionDraft, protectionDraftOf, protectionOf } from './protection-draft.ts';
import type { TemplateBody, TemplateItem } from '../../api/types.ts';
import { peopleIn, type Picked } from '../../components/people-field.tsx';
import { type GovernanceDraft, governanceDraftOf, governanceOf } from './governance-draft.ts';
import type { AskedTemplate } from '../groups/request/asked-properties.ts';
import { numberOf } from '../number-of.ts';

/** Kinds of changes in the directory, in the order of the editor. */
export const enforced = [
  'displayName',
  'description',
  'visibility',
  'archived',
  'owners',
  'settings',
  'label',
  'deletion',
] as const;
type Enforcement = NonNullable<TemplateItem['policy']['enforce']>;

const noEnforcement: Enforcement = {
  displayName: 'report',
  description: 'report',
  visibility: 'report',
  archived: 'report',
  owners: 'report',
  settings: 'report',
  label: 'report',
  deletion: 'report',
  within: 'PT24H',
};
type Adoption = NonNullable<TemplateItem['policy']['adoption']>;
type AdoptionDraft = Pick<Adoption, 'match' | 'names' | 'ask'> &
  Readonly<Record<'graceDays' | 'perDay', string>>;

const usualAdoption: AdoptionDraft = {
  match: 'names',
  names: 'keep',
  graceDays: '90',
  perDay: '200',
  ask: 'owners',
};

/** The changes that API keys may make to the groups of a template, in the order of the editor. */
export const changeNames = [
  'displayName',
  'description',
  'visibility',
  'responsible',
  'owners',
  'members',
  'properties',
  'archive',
  'delete',
] as const satisfies readonly (keyof TemplateItem['policy']['changes'])[];

type Policy = NonNullable<TemplateBody['policy']>;
type Declaration = NonNullable<TemplateBody['properties']>[string];

export interface PropertyDraft {
  readonly id: number;
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'choice';
  readonly description: string;
  readonly required: boolean;
  readonly default: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly pattern: string;
  /** One per line. */
  readonly choices: string;
}

export interface TemplateDraft extends GovernanceDraft {
  readonly name: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
  readonly properties: readonly PropertyDraft[];
  readonly counter: {
    readonly isOn: boolean;
    readonly width: string;
    readonly per: 'template' | 'organisation' | 'year';
    readonly start: string;
  };
  readonly transliteration: 'default' | 'de';
  readonly protection: ProtectionDraft;
  readonly kind: 'team' | 'group';
  readonly visibility: 'private' | 'public';
  readonly minimumOwners: string;
  readonly guestsAllowed: boolean;
  /** Guests whom rosters have invited. */
  readonly guests: {
    readonly isOn: boolean;
    readonly isStored: boolean;
    /** Separated by commas; empty: every domain. */
    readonly domains: string;
    /** Empty: no limit. */
    readonly longest: string;
  };
  readonly welcomeMail: boolean;
  readonly classification: string;
  readonly preferredLanguage: string;
  readonly defaultOwners: Picked;
  readonly defaultMembers: Picked;
  readonly channels: readonly {
    readonly id: number;
    readonly displayName: string;
    readonly description: string;
  }[];
  readonly enforce: Enforcement;
  readonly adoption: AdoptionDraft;
  /** The policies that are stored: those that are absent stay so while they are as usual. */
  readonly stored: readonly ('enforce' | 'adoption')[];
  /** These changes are allowed. */
  readonly changes: readonly (typeof changeNames)[number][];
}

/** Pointers of the parts of a draft whose name differs in the API. */
export const pointers = {
  kind: '/policy/kind',
  visibility: '/policy/visibility',
  minimumOwners: '/policy/minimumOwners',
  guestsAllowed: '/policy/guestsAllowed',
  guests: '/policy/guests',
  welcomeMail: '/policy/welcomeMail',
  classification: '/policy/classification',
  preferredLanguage: '/policy/preferredLanguage',
  defaultOwners: '/policy/defaultOwners',
  defaultMembers: '/policy/defaultMembers',
  channels: '/policy/channels',
  changes: '/policy/changes',
  lifecycle: '/policy/lifecycle',
  responsibility: '/policy/responsibility',
  approval: '/policy/approval',
  protection: '/policy/settings',
  created: '/policy/notices',
  enforce: '/policy/enforce',
  adoption: '/policy/adoption',
} as const;

export function draftOf(template: TemplateItem | undefined): TemplateDraft {
  const policy = template?.policy;
  return {
    name: template?.name ?? '',
    identifier: template?.identifier ?? '',
    mailNicknamePattern: template?.mailNicknamePattern ?? '',
    displayNamePattern: template?.displayNamePattern ?? '',
    properties: Object.entries(template?.properties ?? {}).map(([name, declaration], index) =>
      propertyDraftOf(index + 1, name, declaration),
    ),
    counter: {
      isOn: template?.counter != null,
      width: String(template?.counter?.width ?? 4),
      per: template?.counter?.per ?? 'template',
      start: String(template?.counter?.start ?? 1),
    },
    transliteration: template?.transliteration ?? 'default',
    kind: policy?.kind ?? 'team',
    visibility: policy?.visibility ?? 'private',
    minimumOwners: String(policy?.minimumOwners ?? 1),
    guestsAllowed: policy?.guestsAllowed ?? true,
    guests: {
      isOn: policy?.guests?.invite ?? false,
      isStored: policy?.guests !== undefined,
      domains: policy?.guests?.domains?.join(', ') ?? '',
      longest: policy === undefined ? 'P180D' : (policy.guests?.longest ?? ''),
    },
    welcomeMail: policy?.welcomeMail ?? false,
    classification: policy?.classification ?? '',
    preferredLanguage: policy?.preferredLanguage ?? '',
    defaultOwners: { chosen: policy?.defaultOwners ?? [], typed: '' },
    defaultMembers: { chosen: policy?.defaultMembers ?? [], typed: '' },
    channels: (policy?.channels ?? []).map(({ displayName, description }, index) => ({
      id: index + 1,
      displayName,
      description: description ?? '',
    })),
    ...governanceDraftOf(policy),
    enforce: policy?.enforce ?? noEnforcement,
    adoption:
      policy?.adoption === undefined
        ? usualAdoption
        : {
            ...policy.adoption,
            graceDays: String(policy.adoption.graceDays),
            perDay: String(policy.adoption.perDay),
          },
    stored: (['enforce', 'adoption'] as const).filter((name) => policy?.[name] !== undefined),
    protection: protectionDraftOf(policy),
    changes: changeNames.filter((name) => policy?.changes[name] ?? true),
  };
}

/** A new template like this one. Its identifier is not copied, because it must be unique in its organization. */
export function copyOf(template: TemplateItem, name: string): TemplateDraft {
  return { ...draftOf(template), name, identifier: '' };
}

export function propertyDraftOf(
  id: number,
  name = '',
  declaration: Declaration = {},
): PropertyDraft {
  return {
    id,
    name,
    type: declaration.type ?? 'text',
    description: declaration.description ?? '',
    required: declaration.required ?? false,
    default: declaration.default ?? '',
    minimum: String(declaration.minimum ?? ''),
    maximum: String(declaration.maximum ?? ''),
    pattern: declaration.pattern ?? '',
    choices: declaration.choices?.join('\n') ?? '',
  };
}

/** Omits members of other types, and empty ones. */
function declarationOf(draft: PropertyDraft): Declaration {
  const { type } = draft;
  const hasBounds = type === 'text' || type === 'number';
  return {
    type,
    ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    ...(draft.required && { required: true }),
    ...(draft.default.trim() !== '' && { default: draft.default.trim() }),
    ...(hasBounds && draft.minimum !== '' && { minimum: numberOf(draft.minimum) }),
    ...(hasBounds && draft.maximum !== '' && { maximum: numberOf(draft.maximum) }),
    ...(type === 'text' && draft.pattern !== '' && { pattern: draft.pattern }),
    ...(type === 'choice' && {
      choices: draft.choices.split('\n').flatMap((line) => line.trim() || []),
    }),
  };
}

/** The rules beside the patterns, for saving and for the preview. */
export function namingOf({ properties, counter, transliteration }: TemplateDraft) {
  const { width, per, start } = counter;
  return {
    properties: Object.fromEntries(properties.map((one) => [one.name.trim(), declarationOf(one)])),
    counter: counter.isOn ? { width: numberOf(width), per, start: numberOf(start) } : null,
    transliteration,
  };
}

export function bodyOf(draft: TemplateDraft): TemplateBody {
  return {
    name: draft.name.trim(),
    identifier: draft.identifier.trim(),
    mailNicknamePattern: draft.mailNicknamePattern,
    displayNamePattern: draft.displayNamePattern,
    ...namingOf(draft),
    policy: {
      kind: draft.kind,
      visibility: draft.visibility,
      minimumOwners: numberOf(draft.minimumOwners),
      guestsAllowed: draft.guestsAllowed,
      welcomeMail: draft.welcomeMail,
      classification: draft.classification.trim() || null,
      preferredLanguage: draft.preferredLanguage.trim() || null,
      defaultOwners: peopleIn(draft.defaultOwners),
      defaultMembers: peopleIn(draft.defaultMembers),
      channels:
        draft.kind === 'group'
          ? []
          : draft.channels.map(({ displayName, description }) => ({
              displayName: displayName.trim(),
              description: description.trim() === '' ? null : description.trim(),
            })),
      ...governanceOf(draft),
      ...existingOf(draft),
      ...protectionOf(draft.protection, draft.kind),
      ...guestsOf(draft),
      changes: Object.fromEntries(changeNames.map((name) => [name, draft.changes.includes(name)])),
    },
  };
}

/** A template that allows no guests invites none. */
function guestsOf({ guestsAllowed, guests }: TemplateDraft): Pick<Policy, 'guests'> {
  const { isOn, isStored, longest } = guests;
  if (!isOn || !guestsAllowed) return isStored ? { guests: null } : {};
  const domains = guests.domains.split(',').flatMap((one) => one.trim() || []);
  return {
    guests: {
      invite: true,
      ...(domains.length > 0 && { domains }),
      ...(longest !== '' && { longest }),
    },
  };
}

function existingOf({ enforce, adoption, stored }: TemplateDraft) {
  const isUsual = (one: object, usual: object) => JSON.stringify(one) === JSON.stringify(usual);
  return {
    ...((stored.includes('enforce') || !isUsual(enforce, noEnforcement)) && { enforce }),
    ...((stored.includes('adoption') || !isUsual(adoption, usualAdoption)) && {
      adoption: {
        ...adoption,
        graceDays: numberOf(adoption.graceDays),
        perDay: numberOf(adoption.perDay),
      },
    }),
  };
}

/** The parts of the template that a request for a group needs. */
export function askedOf(draft: TemplateDraft): AskedTemplate {
  const { mailNicknamePattern, displayNamePattern, kind, visibility, lifecycle } = draft;
  const { responsibility } = draft;
  return {
    mailNicknamePattern,
    displayNamePattern,
    properties: namingOf(draft).properties,
    policy: {
      kind,
      visibility,
      channels: kind === 'group' ? [] : [...draft.channels],
      ...(lifecycle.isOn && { lifecycle: { callerMaySet: lifecycle.callerMaySet } }),
      ...(responsibility.isOn && {
        responsibility: { deputyRequired: responsibility.deputyRequired },
      }),
    },
  };
}
