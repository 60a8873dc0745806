// The notice settings of a tenant as administrators give them. The password is no part of them.
import { Type, type Static } from 'typebox';
import { languages, smtpSecurities } from './notice-settings.ts';
import { customTextForms, customTextLengths } from './notice-texts.ts';

const address = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 320, description }), Type.Null()]),
  );

const customText = (member: keyof typeof customTextLengths, description: string) =>
  Type.Optional(
    Type.Union([
      Type.String({
        minLength: 1,
        maxLength: customTextLengths[member],
        description,
        'x-text': customTextForms[member],
      }),
      Type.Null(),
    ]),
  );

const CustomTextsInput = Type.Optional(
  Type.Union([
    Type.Object(
      {
        subject: customText('subject', 'Before the subject of each message.'),
        intro: customText('intro', 'Before the entries of a message. Several lines are permitted.'),
        footer: customText('footer', 'Before the closing lines. Several lines are permitted.'),
        contact: customText(
          'contact',
          'Where people ask, in messages and on the decision page. Absent: messages name the address of contact.',
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ]),
);

export const NoticeTextsInput = Type.Object(
  { en: CustomTextsInput, de: CustomTextsInput, fr: CustomTextsInput, es: CustomTextsInput },
  {
    additionalProperties: false,
    description: 'Custom texts in messages, by language. Plain text.',
  },
);

export const NoticeSettingsInput = Type.Object(
  {
    sender: Type.Enum(['none', 'outbox', 'smtp', 'graph'], {
      description:
        'none: no notices are sent. outbox: the sandbox keeps them. smtp: by a mail server. graph: by a mailbox of the Microsoft 365 tenant.',
    }),
    from: address(
      'Address that notices come from. For graph: the address or user id of the mailbox that sends.',
    ),
    host: Type.Optional(
      Type.Union([
        Type.String({ minLength: 1, maxLength: 253, description: 'Name of the SMTP server.' }),
        Type.Null(),
      ]),
    ),
    port: Type.Optional(
      Type.Union([
        Type.Integer({
          minimum: 1,
          maximum: 65_535,
          description: 'Default: 465 for tls, 587 for starttls, 25 for none.',
        }),
        Type.Null(),
      ]),
    ),
    security: Type.Optional(
      Type.Enum([...smtpSecurities], {
        description:
          'tls: TLS from the start. starttls: TLS after STARTTLS, never without it. none: no encryption. Default: starttls.',
      }),
    ),
    userName: address('User name at the SMTP server. Absent: it asks for no sign-in.'),
    language: Type.Optional(
      Type.Enum([...languages], {
        description: 'Language for people whose language the directory does not know. Default: en.',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'IANA name, such as Europe/Berlin. Due dates count in it. Default: UTC.',
      }),
    ),
    hour: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 23,
        description: 'Hour of the day at which due dates count and digests are sent. Default: 8.',
      }),
    ),
    contact: address('Address for questions, shown in each notice. Answers go to it.'),
    texts: Type.Optional(Type.Union([NoticeTextsInput, Type.Null()])),
    webhookFailureHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description:
          'Administrators are notified when a webhook endpoint has failed for so many hours, and when it works again. 0: they are not notified. Default: 4.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NoticeSettingsInput = Static<typeof NoticeSettingsInput>;
