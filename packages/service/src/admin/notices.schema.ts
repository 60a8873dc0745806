import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type, type Static } from 'typebox';
import { languages, smtpSecurities } from '../settings/tenants/notice-settings.ts';
import {
  NoticeSettingsInput,
  NoticeTextsInput,
} from '../settings/tenants/notice-settings.schema.ts';
import { etag, idParams } from './common.schema.ts';
import { countedPageQuery } from '../http/paging.ts';
import { countedPageSchema } from '../ground/schema/page.schema.ts';
import type { TextForm } from '../ground/text.ts';

export const MessageParams = idParams({ messageId: 'The digest.' });

const ChannelState = Type.Object(
  {
    state: Type.Enum(['off', 'works', 'failing'], {
      description:
        'off: no notices are sent. failing: the last attempt failed because of the channel. While it is not works, no policy archives or deletes groups.',
    }),
    failingSince: nullable(moment()),
    detail: nullable(Type.String({ description: 'Why it fails, in plain words.' })),
    lastSentAt: nullable(moment()),
    pending: Type.Integer({ description: 'Digests that are not sent yet.' }),
  },
  { ...exact, $id: 'NoticeChannelState' },
);

export const NoticeSettingsResponse = Type.Object(
  {
    sender: Type.Enum(['none', 'outbox', 'smtp', 'graph']),
    from: nullable(Type.String()),
    host: nullable(Type.String()),
    port: nullable(Type.Integer()),
    security: nullable(Type.Enum([...smtpSecurities])),
    userName: nullable(Type.String()),
    hasPassword: Type.Boolean({
      description: 'True if a password is stored. No answer contains the password itself.',
    }),
    addressGivenBy: nullable(
      Type.Enum(['operator', 'administrator'], {
        description:
          'Role of the person who set the SMTP server. A server from an administrator must have a public address.',
      }),
    ),
    language: Type.Enum([...languages]),
    timeZone: Type.String(),
    hour: Type.Integer(),
    contact: nullable(Type.String()),
    texts: nullable(NoticeTextsInput),
    webhookFailureHours: Type.Integer({
      description:
        'How many hours a webhook endpoint fails before administrators are notified. 0: they are not.',
    }),
    channel: ChannelState,
    etag,
  },
  { ...exact, $id: 'NoticeSettings' },
);

const password = Type.Optional(
  Type.Union([
    Type.String({
      'x-text': 'secret' satisfies TextForm,
      maxLength: 1_000,
      description: 'The password at the SMTP server.',
    }),
    Type.Null(),
  ]),
);

export const NoticeSettingsChange = Type.Object(
  { ...NoticeSettingsInput.properties, password },
  { ...exact, $id: 'NoticeSettingsChange' },
);
export type NoticeSettingsChange = Static<typeof NoticeSettingsChange>;

export const NoticeTestInput = Type.Object(
  {
    to: Type.String({
      minLength: 3,
      maxLength: 320,
      pattern: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$',
      description: 'Address that gets the test message.',
      'x-fault': 'must be an e-mail address',
    }),
    settings: Type.Optional(
      Type.Union([Type.Object(NoticeSettingsChange.properties, exact), Type.Null()], {
        description: 'Settings to test before you save them. Absent: the saved ones.',
      }),
    ),
  },
  { ...exact, $id: 'NoticeTestInput' },
);

export const NoticeTest = Type.Object(
  { ok: Type.Boolean(), detail: Type.String(), durationMs: Type.Integer() },
  { ...exact, $id: 'NoticeTest' },
);

export const NoticePreviewInput = Type.Object(
  { language: Type.Enum([...languages]), texts: NoticeTextsInput },
  { ...exact, $id: 'NoticePreviewInput' },
);

const lines = (description: string) => Type.Array(Type.String(), { description });

export const NoticePreview = Type.Object(
  {
    subject: Type.String(),
    intro: lines('Custom lines before the entries.'),
    sections: Type.Array(
      Type.Object(
        {
          heading: Type.String(),
          entries: Type.Array(
            Type.Object(
              {
                heading: Type.String(),
                sentence: Type.String(),
                isReminder: Type.Boolean(),
                link: nullable(Type.Object({ label: Type.String() }, exact)),
              },
              exact,
            ),
          ),
        },
        exact,
      ),
    ),
    reminder: Type.String({ description: 'The word that marks a reminder.' }),
    overview: Type.Object({ label: Type.String() }, exact),
    footer: lines('Closing lines.'),
  },
  { ...exact, $id: 'NoticePreview' },
);

const MessageState = Type.Enum(['pending', 'sent', 'refused', 'dropped', 'failed'], {
  description:
    'refused: by the mail server of the recipient. dropped: nothing in it was still of interest. failed: given up after a week.',
});

const message = {
  messageId: Type.String(),
  email: Type.String({ description: 'Address of the recipient.' }),
  language: nullable(Type.String({ description: 'Null until the first attempt.' })),
  day: Type.String({ format: 'date', description: 'Day of the tenant.' }),
  state: MessageState,
  attempts: Type.Integer(),
  detail: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  finishedAt: nullable(moment()),
  kinds: Type.Array(Type.String(), { description: 'Kinds of its notices.' }),
  notices: Type.Integer({ description: 'Number of its notices.' }),
};

export const NoticeMessagePage = countedPageSchema(
  Type.Object(message, { ...exact, $id: 'NoticeMessage' }),
  'NoticeMessagePage',
);

export const NoticeMessageDetails = Type.Object(
  {
    ...message,
    content: nullable(
      Type.Object(
        { subject: Type.String(), text: Type.String(), html: Type.String() },
        {
          ...exact,
          description:
            'The message in words. Only in a sandbox: elsewhere it has links for the recipient alone.',
        },
      ),
    ),
  },
  { ...exact, $id: 'NoticeMessageDetails' },
);

export const messageQuery = Type.Object({
  ...countedPageQuery,
  state: Type.Optional(MessageState),
  email: Type.Optional(
    Type.String({ maxLength: 320, description: 'The beginning of the address of recipients.' }),
  ),
});
