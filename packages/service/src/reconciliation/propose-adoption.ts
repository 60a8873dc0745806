// Proposes a template and people for a group that nobody governs. The names decide the template: of several whose patterns
// match, the one with the most text in its patterns, since a pattern of placeholders alone matches nearly everything.
import { checkNames } from '../settings/naming/check-names.ts';
import {
  builtInValues,
  compileNames,
  type CompiledNames,
} from '../settings/naming/compiled-names.ts';
import { matchNames, type Names } from '../settings/naming/match-names.ts';
import { isBuiltIn, type NamedField } from '../settings/naming/render-names.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import { defaultAdoption, type Template } from '../settings/organisations/template.ts';
import type { DirectoryOwner } from './directory-groups.ts';

export interface AdoptionProposal {
  readonly organisationId: string;
  readonly templateId: string;
  readonly properties: Readonly<Record<string, string>>;
  /** E-mail addresses, or ids of people without one. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Whether both names follow the patterns. */
  readonly conforms: boolean;
}

interface NamedGroup extends Names {
  readonly owners: readonly DirectoryOwner[] | null;
  /** It is the time of the creation in the directory. */
  readonly createdAt: Date | null;
}

interface Match {
  readonly organisation: Organisation;
  readonly template: Template;
  readonly conforms: boolean;
  /** Characters of text in the patterns that match. */
  readonly weight: number;
}

const fields: readonly NamedField[] = ['mailNickName', 'displayName'];

export function proposeAdoption(
  organisations: readonly Organisation[],
  group: NamedGroup,
  now: number,
): AdoptionProposal | null {
  const at = group.createdAt?.getTime() ?? now;
  const best = bestMatch(organisations, group, at);
  if (best === undefined) return null;
  const { organisation, template, conforms } = best;
  const checked = checkNames({ template, organisation, ...namesOf(group), now: at });
  const [responsible, deputy] = (group.owners ?? []).filter(({ canAnswer }) => canAnswer);
  return {
    organisationId: organisation.organisationId,
    templateId: template.templateId,
    // A request does not name the values that the service fills in.
    properties: Object.fromEntries(
      Object.entries(checked.properties ?? checked.known).filter(([name]) => !isBuiltIn(name)),
    ),
    responsible: referenceOf(responsible),
    deputy: referenceOf(deputy),
    conforms,
  };
}

/** Undefined, too, where two templates match alike. */
function bestMatch(
  organisations: readonly Organisation[],
  group: NamedGroup,
  at: number,
): Match | undefined {
  const matches = organisations.flatMap((organisation) =>
    organisation.templates
      .filter(({ policy: { adoption = defaultAdoption } }) => adoption.match === 'names')
      .flatMap((template) => matchOf(organisation, template, group, at) ?? []),
  );
  const [best, second] = matches.toSorted(
    (one, other) => Number(other.conforms) - Number(one.conforms) || other.weight - one.weight,
  );
  const isTied = best?.conforms === second?.conforms && best?.weight === second?.weight;
  return isTied ? undefined : best;
}

function matchOf(
  organisation: Organisation,
  template: Template,
  group: NamedGroup,
  at: number,
): Match | undefined {
  const names = compileNames(template);
  const matched = matchNames(names, builtInValues(organisation, template, at), namesOf(group));
  const fitting = fields.filter((field) => matched[field].matches);
  const weight = fitting.reduce((sum, field) => sum + textIn(names, field), 0);
  if (weight === 0) return undefined;
  return { organisation, template, conforms: fitting.length === fields.length, weight };
}

function textIn(names: CompiledNames, field: NamedField): number {
  return names[field].pieces.reduce(
    (sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : 0),
    0,
  );
}

function namesOf({ mailNickName, displayName }: NamedGroup): Names {
  return { mailNickName, displayName };
}

function referenceOf(owner: DirectoryOwner | undefined): string | null {
  return owner === undefined ? null : owner.email || owner.id;
}
