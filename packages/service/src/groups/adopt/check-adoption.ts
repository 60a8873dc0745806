// Decides whether a group may be adopted. The acceptance and its plan ask this one check, which reads the group in the
// directory and reports every fault at once. It changes nothing.
import type { CallContext } from '../../directory/call-context.ts';
import type { Directory, DirectoryGroup } from '../../directory/directory.ts';
import { asDomainError } from '../../directory/find-people.ts';
import { adoptionFaults, alreadyGoverned, groupNotFound } from '../../engine/adoption-obstacles.ts';
import type { ReadMarkedRecords } from '../../engine/marked-records.ts';
import { findResponsible } from '../../engine/resolve-people.step.ts';
import type { RequestedPeople } from '../../engine/creation.ts';
import type { FieldError } from '../../ground/errors.ts';
import { type GroupLimit, type OtherGroup, shownGroup } from '../../ground/group-limit.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import { externalIdsFaults } from '../../ground/schema/external-key.schema.ts';
import { momentOf } from '../../ground/moment.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { aliasKey } from '../../settings/naming/mail-nickname.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import {
  defaultAdoption,
  type Template,
  type TemplatePolicy,
} from '../../settings/organisations/template.ts';
import { governanceTime } from '../../settings/tenants/tenant.ts';
import { expiryFaults } from '../create/check-expiry.ts';
import { findTemplate, peopleFaults } from '../create/check-request.ts';
import { type AliasHolders, holderOf, type IdHolders, takenIds } from '../create/create-team.ts';
import { type AdoptedNames, adoptedNames } from './adopted-names.ts';
import type { AdoptionRoom } from './brake.ts';
import type { ReceivedAdoption, ValidAdoption } from './receive-adoption.ts';

export interface AdoptionRules {
  readonly configuration: Pick<Configuration, 'organisation' | 'organisations' | 'tenant'>;
  readonly directoryOf: (tenantId: string) => Directory;
  readonly recordsOf: ReadMarkedRecords;
  /** The record that governs the directory's group with that id, or is about to. */
  readonly governing: (
    tenantId: string,
    group: { readonly groupId: string; readonly alias: string },
  ) => Promise<OtherGroup | undefined>;
  readonly aliases: AliasHolders;
  readonly idHolders: IdHolders;
  readonly readBrake: (
    template: { readonly tenantId: string; readonly templateId: string },
    perDay: number,
  ) => Promise<AdoptionRoom>;
}

export interface AskedAdoption {
  readonly tenantId: string;
  readonly within: GroupLimit;
  readonly received: ReceivedAdoption;
  readonly maxFaults: number;
  readonly call: CallContext;
  readonly now: number;
}

export interface CheckedAdoption {
  readonly valid: ValidAdoption;
  readonly faults: readonly FieldError[];
  readonly unlisted: number;
  readonly organisation: Organisation | undefined;
  readonly template: Template | undefined;
  readonly group: DirectoryGroup | undefined;
  readonly names: AdoptedNames | undefined;
  readonly people: RequestedPeople | undefined;
  /** The policy of the template as the group has it. */
  readonly policy: TemplatePolicy | undefined;
  readonly graceUntil: Date;
  readonly perDay: number;
}

const dayMs = 86_400_000;

/** @throws DomainError if the directory cannot be asked */
export async function checkAdoption(
  rules: AdoptionRules,
  asked: AskedAdoption,
): Promise<CheckedAdoption> {
  const { configuration } = rules;
  const { tenantId, within, received, maxFaults, now } = asked;
  const { valid, shape, body } = received;
  const faults: FieldError[] = [...shape.listed];
  const { organisation, template } = findTemplate(
    { configuration, tenantId, within },
    valid,
    faults,
  );
  const found = await readGroup(rules, asked, faults);
  const people = await peopleOf(rules, asked, found, template, faults);
  const named = peopleFaults(
    { responsible: valid.responsible || undefined, deputy: valid.deputy },
    maxFaults,
  );
  faults.push(...named.faults);
  const { graceDays, perDay, names: choice } = template?.policy.adoption ?? defaultAdoption;
  const names =
    found === undefined || organisation === undefined || template === undefined
      ? undefined
      : adoptedNames({
          template,
          organisation,
          now: found.facts.createdAt?.getTime() ?? now,
          present: { mailNickName: found.mailNickname, displayName: found.displayName },
          choice: valid.names ?? choice,
          properties: valid.properties ?? {},
        });
  faults.push(...(names?.faults ?? []), ...externalIdsFaults(valid.externalIds));
  faults.push(...(await takenIds(rules.idHolders, tenantId, within, valid.externalIds)));
  const tenant = configuration.tenant(tenantId);
  const graceUntil = new Date(governanceTime(tenant, now).getTime() + graceDays * dayMs);
  if (template !== undefined && valid.expiresAt != null) {
    const { lifecycle } = template.policy;
    const expiry = expiryFaults(valid.expiresAt, {}, lifecycle, tenant, now);
    faults.push(
      ...(expiry.length > 0 ? expiry : graceFaults(momentOf(valid.expiresAt), graceUntil)),
    );
  }
  return {
    valid,
    faults: inInputOrder(faults, body).slice(0, maxFaults),
    unlisted: shape.unlisted + Math.max(0, faults.length - maxFaults),
    organisation,
    template,
    group: found,
    names,
    people,
    policy: template && found && policyFor(template.policy, found),
    graceUntil,
    perDay,
  };
}

function graceFaults(expiresAt: Date, graceUntil: Date): FieldError[] {
  if (expiresAt >= graceUntil) return [];
  const first = graceUntil.toISOString();
  const detail = `An adopted group has a grace period until ${first}. Name a later expiry, or none.`;
  return [{ pointer: '/expiresAt', code: 'within_grace', detail, values: { latest: first } }];
}

/** A setting that only a creation gives stays as the group has it. */
function policyFor(policy: TemplatePolicy, group: DirectoryGroup): TemplatePolicy {
  const { classification: _, preferredLanguage: __, ...others } = policy;
  const { visibility, classification, preferredLanguage, hasTeam } = group;
  return {
    ...others,
    kind: hasTeam ? 'team' : 'group',
    visibility,
    ...(classification !== undefined && { classification }),
    ...(preferredLanguage !== undefined && { preferredLanguage }),
  };
}

async function readGroup(
  { directoryOf, recordsOf, governing, aliases }: AdoptionRules,
  { tenantId, within, received, call }: AskedAdoption,
  faults: FieldError[],
): Promise<DirectoryGroup | undefined> {
  const groupId = received.valid.groupId?.toLowerCase();
  if (groupId === undefined) return undefined;
  const group = await ask(() => directoryOf(tenantId).readGroup(groupId, call));
  if (group === undefined) {
    faults.push(groupNotFound);
    return undefined;
  }
  const { marker } = group;
  const marked =
    marker === undefined ? undefined : (await recordsOf(tenantId, [marker])).get(marker);
  const obstacles = adoptionFaults(group, marked);
  const others = obstacles.filter(({ code }) => code !== 'already_governed');
  const alias = aliasKey(group.mailNickname);
  // In this order: a record that comes in between is that of the group, and not another one with its alias.
  const holder = await holderOf(aliases, { tenantId, aliasKey: alias });
  const governedBy = await governing(tenantId, { groupId, alias });
  faults.push(...others);
  if (governedBy !== undefined || others.length < obstacles.length) {
    faults.push(alreadyGoverned(shownGroup(within, governedBy)));
    return group;
  }
  if (holder !== undefined) faults.push(aliasHeld(group.mailNickname, within, holder));
  return group;
}

export function aliasHeld(
  mailNickname: string,
  within: GroupLimit,
  holder: OtherGroup | undefined,
): FieldError {
  return {
    pointer: '/groupId',
    code: 'mail_nickname_taken',
    detail: `Another group of this tenant has the mailNickName ${mailNickname}, or reserves it. Cancel or delete that one first.`,
    values: { name: mailNickname, ...shownGroup(within, holder) },
  };
}

/** Where the request does not say who is responsible: the first owner who can be, or nobody. */
async function peopleOf(
  { directoryOf }: AdoptionRules,
  { tenantId, received: { valid }, call }: AskedAdoption,
  group: DirectoryGroup | undefined,
  template: Template | undefined,
  faults: FieldError[],
): Promise<RequestedPeople | undefined> {
  const { responsible, deputy } = valid;
  if (responsible === undefined || deputy === undefined) return undefined;
  const others = { deputy, owners: [], members: [] };
  const vacant = () => {
    if (deputy === null) return { responsible: null, ...others };
    faults.push({
      pointer: '/responsible',
      code: 'required',
      detail: 'A deputy needs a responsible person. Name one, or leave the deputy out.',
      values: { name: 'responsible' },
    });
    return undefined;
  };
  if (responsible === null) return vacant();
  if (responsible !== '') return { responsible, ...others };
  if (group === undefined || template === undefined) return undefined;
  const directory = directoryOf(tenantId);
  const first = await ask(async () => {
    const { ownerIds } = await directory.readPeople(group.groupId, call);
    return findResponsible(ownerIds, policyFor(template.policy, group), directory, call);
  });
  return first === null ? vacant() : { responsible: first, ...others };
}

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asDomainError(error);
  }
}
