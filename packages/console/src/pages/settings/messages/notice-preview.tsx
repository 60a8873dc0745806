// A message as people get it, with custom texts and sample groups.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { orRefusal } from '../../../api/refusal.ts';
import type { Answer } from '../../../api/route-types.ts';
import { Card } from '../../../components/layout.tsx';
import { useDebounced } from '../../../components/use-debounced.ts';
import { noticeTexts as texts } from '../../../messages/notice-texts.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type NoticeLanguage, type TextsDraft, textsOf } from './notice-texts-draft.ts';

type Preview = Answer<'post', '/notices/preview'>;

const restMs = 300;

export function NoticePreview({
  language,
  draft,
}: {
  language: NoticeLanguage;
  draft: TextsDraft;
}) {
  const t = useMessages(texts);
  const own = textsOf(draft)[language];
  const rested = useDebounced(
    JSON.stringify({ language, texts: own === undefined ? {} : { [language]: own } }),
    restMs,
  );
  const preview = useQuery({
    queryKey: ['notices', 'preview', rested],
    queryFn: ({ signal }) =>
      orRefusal(
        api.post('/notices/preview', {
          body: JSON.parse(rested) as { language: NoticeLanguage; texts: object },
          signal,
        }),
      ),
    retry: false,
    // The last message remains until the next one arrives.
    placeholderData: (before) => before,
  });
  return (
    <Card title={t('preview')} note={t('previewNote')}>
      {preview.error !== null || preview.data?.refusal !== undefined ? (
        <p className="muted" role="status">
          {t('noPreview')}
        </p>
      ) : preview.data === undefined ? null : (
        <Mail mail={preview.data.said} language={language} />
      )}
    </Card>
  );
}

/** Links and buttons are shown, and lead nowhere. */
function Mail({ mail, language }: { mail: Preview; language: NoticeLanguage }) {
  const t = useMessages(texts);
  return (
    <div className="mail">
      <p className="mail-subject">
        <span className="muted">{t('subjectLine')}</span>{' '}
        <strong lang={language}>{mail.subject}</strong>
      </p>
      <div className="mail-page" lang={language} role="group" aria-label={t('preview')}>
        <Lines lines={mail.intro} />
        {mail.sections.map(({ heading, entries }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            {entries.map((entry) => (
              <div className="mail-entry" key={entry.heading}>
                {entry.isReminder ? <p className="mail-reminder">{mail.reminder}</p> : null}
                <strong>{entry.heading}</strong>
                <p>{entry.sentence}</p>
                {entry.link === null ? null : (
                  <span className="mail-button">{entry.link.label}</span>
                )}
              </div>
            ))}
          </section>
        ))}
        <p className="mail-link">{mail.overview.label}</p>
        <div className="mail-foot">
          <Lines lines={mail.footer} />
        </div>
      </div>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => <p key={index}>{line}</p>);
}
