// Why a search found a group: the fields in which its text is, best first.
import { foldText, searchedWords } from '../../ground/folded-text.ts';
import type { SoughtWord, TeamSearch } from './team-search.ts';

/** The fields of a group that a text is compared with. */
export interface SearchedTeam {
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly mail: string | null;
  readonly groupId: string | null;
  readonly requestId: string;
  readonly description: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly externalIds: readonly { readonly externalId: string }[];
  readonly responsible: AnsweringName | null;
  readonly deputy: AnsweringName | null;
}

interface AnsweringName {
  readonly reference: string;
  readonly displayName: string | null;
  readonly email: string | null;
}

/** Fewer characters of an id would find the groups of days. */
export const shortestId = 8;

/** Best first. */
export const matchKinds = ['exact', 'prefix', 'words'] as const;

export interface TeamMatch {
  readonly kind: (typeof matchKinds)[number];
  readonly fields: readonly MatchedField[];
}

interface MatchedField {
  /** Such as `mailNickName` or `properties.projectCode`. */
  readonly field: string;
  /** Its text in the group. */
  readonly value: string;
}

/** Fields that a text can equal or begin; the others only have its words. */
function keysOf(team: SearchedTeam): readonly MatchedField[] {
  return [
    { field: 'mailNickName', value: team.mailNickName },
    { field: 'displayName', value: team.displayName },
    { field: 'mail', value: team.mail ?? '' },
    { field: 'teamId', value: team.teamId },
    { field: 'groupId', value: team.groupId ?? '' },
    ...team.externalIds.map(({ externalId }) => ({ field: 'externalId', value: externalId })),
  ].filter(({ value }) => value !== '');
}

export function matchOf(
  team: SearchedTeam,
  { text = '', words, textPerson }: Pick<TeamSearch, 'text' | 'words' | 'textPerson'>,
): TeamMatch {
  const sought = foldText(text);
  const keys = keysOf(team).map(({ field, value }) => ({ field, value, folded: foldText(value) }));
  const shown = ({ field, value }: MatchedField): MatchedField => ({ field, value });
  const exact = [
    ...keys.filter(({ folded }) => folded === sought),
    ...(team.requestId === text ? [{ field: 'requestId', value: text }] : []),
  ];
  if (exact.length > 0) return { kind: 'exact', fields: exact.map(shown) };
  const begun = keys.filter(
    ({ field, folded }) =>
      folded.startsWith(sought) &&
      (sought.length >= shortestId || (field !== 'teamId' && field !== 'groupId')),
  );
  if (begun.length > 0) return { kind: 'prefix', fields: begun.map(shown) };
  const fields = [
    ...new Map(
      (words ?? searchedWords(text).map((word) => ({ word })))
        .flatMap((word) => fieldsWith(word, team))
        .map((field) => [field.field, field] as const),
    ).values(),
  ];
  // Owners and members are found by their address or id, whichever the record has.
  return {
    kind: 'words',
    fields:
      fields.length > 0 || textPerson === undefined ? fields : [{ field: 'person', value: text }],
  };
}

function fieldsWith(
  { word, organisations, templates }: Pick<SoughtWord, 'word'> & Partial<SoughtWord>,
  team: SearchedTeam,
): readonly MatchedField[] {
  const { organisationId, templateId, description, properties, responsible, deputy } = team;
  const texts: readonly MatchedField[] = [
    { field: 'displayName', value: team.displayName },
    { field: 'mailNickName', value: team.mailNickName },
    { field: 'description', value: description ?? '' },
    ...Object.entries(properties).map(([name, value]) => ({ field: `properties.${name}`, value })),
  ];
  const people = Object.entries({ responsible, deputy }).flatMap(([field, person]) =>
    person === null
      ? []
      : [{ field, value: [person.displayName, person.email].filter(Boolean).join('\n') }],
  );
  const named = [
    { field: 'organisation', value: organisations?.get(organisationId) },
    { field: 'template', value: templates?.get(templateId) },
  ].flatMap(({ field, value }) => (value === undefined ? [] : [{ field, value }]));
  return [
    ...texts.filter(({ value }) => foldText(value).includes(word)),
    ...people
      .filter(({ value }) => foldText(value).includes(word))
      .map(({ field, value }) => ({ field, value: value.split('\n')[0] ?? value })),
    ...named,
  ];
}
