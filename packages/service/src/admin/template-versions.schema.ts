import { exact, moment } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { pageQuery } from '../http/paging.ts';
import { pageSchema } from '../ground/schema/page.schema.ts';
import { idParams } from './common.schema.ts';

export const TemplateVersionParams = idParams({
  templateId: 'The template.',
  version: { description: 'Number of the version, from 1.' },
});

export const templateVersionQuery = Type.Object(pageQuery);

const ChangedSetting = Type.Object(
  {
    pointer: Type.String({
      description: 'The setting in the template, as a JSON Pointer (RFC 6901).',
    }),
    before: Type.Unknown({ description: 'Null: absent.' }),
    after: Type.Unknown({ description: 'Null: absent.' }),
  },
  exact,
);

const TemplateVersion = Type.Object(
  {
    version: Type.Integer({ description: 'From 1; increases by one with each change.' }),
    occurredAt: moment('When the template was created or changed.'),
    actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }, exact),
    action: Type.Enum(['created', 'changed']),
    changes: Type.Array(ChangedSetting, {
      description:
        'The settings that differ from the version before. Objects are compared member by member, lists as a whole.',
    }),
    groups: Type.Integer({
      description: 'Number of groups that were requested with this version.',
    }),
  },
  exact,
);

export const TemplateVersionPage = Type.Object(
  {
    ...pageSchema(TemplateVersion, '').properties,
    groupsWithoutVersion: Type.Integer({
      description:
        'Number of groups whose version is not recorded: requested before the service recorded it, or adopted from the directory.',
    }),
  },
  { ...exact, $id: 'TemplateVersionPage' },
);
