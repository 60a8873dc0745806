// Messages with one subject that are no digest: the test of the settings, and the invitation of an administrator.
import { linesOf, customTextsIn } from '../../settings/tenants/notice-texts.ts';
import { contactOf, type Digest, type DigestInput, withPrefix } from './digest.ts';
import { textsOf } from './languages.ts';
import { isolated, oneLine } from '../../ground/text.ts';

type Frame = Pick<DigestInput, 'language' | 'tenantName' | 'contact' | 'texts'>;

export function composeTestMessage(input: Frame & Pick<DigestInput, 'overviewUrl'>): Digest {
  const { testSubject, test, allGroups } = textsOf(input.language);
  return composeSingle(input, {
    subject: testSubject,
    sentence: test,
    link: undefined,
    overview: { url: input.overviewUrl, label: allGroups },
  });
}

/** @param input.adminUrl the admin center of the tenant @param input.url signs the person in, once */
export function composeInvitation(
  input: Frame &
    Pick<DigestInput, 'timeZone'> & {
      readonly url: string;
      readonly adminUrl: string;
      readonly expiresAt: Date;
    },
): Digest {
  const { language, timeZone, url, expiresAt } = input;
  const { invitationSubject, invitation, invitationAction, adminCenter } = textsOf(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(expiresAt);
  return composeSingle(input, {
    subject: invitationSubject,
    sentence: invitation(date),
    link: { url, label: invitationAction },
    overview: { url: input.adminUrl, label: adminCenter },
  });
}

function composeSingle(
  input: Frame,
  message: Pick<Digest, 'subject' | 'overview'> & {
    readonly sentence: string;
    readonly link: { readonly url: string; readonly label: string } | undefined;
  },
): Digest {
  const { language } = input;
  const tenantName = isolated(oneLine(input.tenantName));
  const own = customTextsIn(input.texts, language);
  return {
    language,
    subject: withPrefix(own, `${message.subject}: ${tenantName}`),
    intro: linesOf(own.intro),
    sections: [
      {
        heading: message.subject,
        entries: [
          {
            heading: tenantName,
            sentence: message.sentence,
            isReminder: false,
            link: message.link,
          },
        ],
        more: undefined,
      },
    ],
    reminder: textsOf(language).reminder,
    overview: message.overview,
    footer: [...linesOf(own.footer), ...contactOf(own, input)],
  };
}
