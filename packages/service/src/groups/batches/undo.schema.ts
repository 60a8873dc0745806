// Undos, as callers plan and start them.
import { Type } from 'typebox';
import {
  exact,
  guidPattern,
  moment,
  nullable,
  nullableMoment,
} from '../../ground/schema/parts.schema.ts';
import { momentInput, optionalMoment } from '../../ground/schema/moment.schema.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import { pageQuery } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import { CreationProblem } from '../read/teams.schema.ts';
import { ReasonBody } from '../change/operations.schema.ts';
import { stayReasons } from './undo.ts';

const meanings = {
  rule: 'A rule of a policy, such as lifecycle.expires, or its first part, such as lifecycle. The audit log names the rule of what a policy did, as cause.',
  person: 'E-mail address of an administrator, or of a person who decided.',
  apiKeyId: 'Id of an API key.',
  organisationId: 'Only groups of this organisation.',
  templateId: 'Only groups of this template.',
  from: 'Beginning of the span, by the times of the audit log.',
  until: 'End of the span, which is outside of it. Absent: now.',
} as const;
const guid = (description: string) =>
  Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID', description });
const text = (description: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description });

const authors = {
  rule: Type.Optional(text(meanings.rule, 100)),
  person: Type.Optional(text(meanings.person, 320)),
  apiKeyId: Type.Optional(guid(meanings.apiKeyId)),
  organisationId: Type.Optional(guid(meanings.organisationId)),
  templateId: Type.Optional(guid(meanings.templateId)),
};

export const selectedUndoQuery = Type.Object(
  {
    ...authors,
    from: momentInput(meanings.from),
    until: Type.Optional(momentInput(meanings.until)),
    ...pageQuery,
  },
  exact,
);

export const SelectedUndoBody = Type.Object(
  {
    ...authors,
    from: momentInput(meanings.from),
    until: optionalMoment(meanings.until),
    ...ReasonBody.properties,
  },
  { ...exact, $id: 'SelectedUndoRequest' },
);

const shown = (description: string) => nullable(Type.String(), description);

export const UndoSelectionResponse = Type.Object(
  {
    rule: shown(meanings.rule),
    person: shown(meanings.person),
    apiKeyId: shown(meanings.apiKeyId),
    organisationId: shown(meanings.organisationId),
    templateId: shown(meanings.templateId),
    from: moment(meanings.from),
    until: moment('End of the span.'),
  },
  { ...exact, $id: 'UndoSelection' },
);

const members = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description });

const UndoneGroupResponse = Type.Object(
  {
    teamId: Type.String({ format: 'uuid' }),
    displayName: nullable(Type.String(), 'Null for a group that you may not see.'),
    kinds: Type.Array(Type.String(), {
      description:
        'The acts that take it back, in this order: operations such as unarchive, hold, release, or end_adoption. None: nothing is left to take back.',
    }),
    changed: Type.Boolean({
      description: 'True if the undo would succeed for this group and change something.',
    }),
    before: members('The members that would change, as they are. Of lists, what would be removed.'),
    after: members('The same members after the undo. Of lists, what would be added.'),
    stays: Type.Array(
      Type.Object(
        {
          property: Type.String({
            description:
              'Such as displayName, settings.guests, owners or hold; for one person, the list and the person with a space between.',
          }),
          code: Type.String({
            description:
              'changed_since: someone has changed it since. not_undoable: it has no inverse. stays_in_group: people who were added stay, as they may be in the group for another reason. adoption_ends: the adoption ends, so nothing of the group is changed. unfinished: the operation runs, or awaits an approval. refused: the rules or the directory refuse the former value. The list may grow.',
            examples: [...stayReasons],
          }),
          by: nullable(
            Type.Object(
              { kind: Type.String(), id: Type.String(), name: Type.String() },
              { ...exact, description: 'The author of a later change.' },
            ),
          ),
          at: nullableMoment('Time of that change.'),
          reason: nullable(Type.String(), 'Code of the fault because of which it is refused.'),
          detail: nullable(Type.String(), 'The fault in words.'),
        },
        exact,
      ),
      { description: 'The parts that cannot go back.' },
    ),
    needsApproval: Type.Boolean({
      description: 'True if people have to approve it first, by the template.',
    }),
    error: nullable(
      refTo(CreationProblem),
      'Why the undo, or the part that kinds does not name, is not possible for this group.',
    ),
  },
  { ...exact, $id: 'UndoneGroup' },
);

export const UndoPlan = pageSchema(refTo(UndoneGroupResponse), 'UndoPlan');

export const UndoBody = Type.Object(ReasonBody.properties, { ...exact, $id: 'UndoRequest' });

export const undoQuery = Type.Object(pageQuery, exact);

export const undoSchemas = [SelectedUndoBody, UndoSelectionResponse, UndoneGroupResponse, UndoPlan];
