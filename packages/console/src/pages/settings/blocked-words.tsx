// The words that no name may contain, in any organisation. While they are edited, the service lists the templates that
// could create no group.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { MessageBar, MessageBarBody } from '../../components/message-bar.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { orRefusal } from '../../api/refusal.ts';
import type { Answer } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { checkOf } from '../../components/body-check.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { useVersionedForm } from '../../components/use-versioned-form.ts';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { templates as texts } from '../../messages/templates.ts';
import { faultProps } from '../../components/fault-props.ts';

type Rules = Answer<'get', '/naming-rules'>;
type Affected = Answer<'post', '/naming-rules/preview'>['templates'][number];

const queryKey = ['naming-rules'];
const shownWords = 50;
const restMs = 300;

export function BlockedWordsPage() {
  const t = useMessages(texts);
  const c = useMessages(common);
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMay('templates:manage');
  const rules = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/naming-rules', { signal }),
  });
  return (
    <Page
      title={t('blockedWords.title')}
      lead={t('blockedWords.note')}
      actions={
        mayChange && rules.data !== undefined ? (
          <Button aria-label={t('blockedWords.edit')} onClick={() => setIsOpen(true)}>
            {c('edit')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={rules}>
        {({ blockedWords }) => (
          <Card>
            <Words words={blockedWords} />
          </Card>
        )}
      </Loaded>
      {isOpen && rules.data !== undefined ? (
        <EditWords rules={rules.data} close={() => setIsOpen(false)} />
      ) : null}
    </Page>
  );
}

function Words({ words }: { words: readonly string[] }) {
  const t = useMessages(texts);
  if (words.length === 0) return <p className="muted">{t('blockedWords.none')}</p>;
  const more = words.length - shownWords;
  return (
    <div className="stack tight">
      <ul className="chips" aria-label={t('blockedWords.title')}>
        {words.slice(0, shownWords).map((word) => (
          <li key={word}>
            <span className="wrap">{word}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="muted small">{t('blockedWords.more', { count: more })}</p> : null}
      <Effect words={words} />
    </div>
  );
}

function EditWords({ rules, close }: { rules: Rules; close: () => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const settled = useInvalidation(queryKey);
  const told = useMessages(changes);
  const form = useVersionedForm({
    of: rules,
    initial: { blockedWords: rules.blockedWords.join('\n') },
    check: ({ blockedWords }) =>
      checkOf('put', '/naming-rules', { blockedWords: wordsIn(blockedWords) }),
    send: ({ blockedWords }, { etag }) =>
      api.put('/naming-rules', { body: { blockedWords: wordsIn(blockedWords) }, etag }),
    done: close,
    settled,
    finished: ({ etag }) => ({
      title: told('blockedWordsSaved'),
      undo: () =>
        api.put('/naming-rules', { body: { blockedWords: [...rules.blockedWords] }, etag }),
    }),
  });
  const { value, onChange, fault } = form.field('blockedWords');
  return (
    <FormDialog title={t('blockedWords.edit')} submit={c('save')} {...form} close={close}>
      <Field label={t('blockedWords.title')} hint={t('blockedWords.hint')} {...faultProps(fault)}>
        <TextArea value={value} rows={8} spellCheck={false} onChange={onChange} />
      </Field>
      <div className="stack">
        <p className="muted small">{t('blockedWords.keep')}</p>
        <Effect words={wordsIn(value)} />
      </div>
    </FormDialog>
  );
}

function wordsIn(text: string): string[] {
  const words = text.split('\n').map((line) => line.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/** The templates that the words affect. */
function Effect({ words }: { words: readonly string[] }) {
  const t = useMessages(texts);
  const rested = useDebounced(JSON.stringify(words), restMs);
  const preview = useQuery({
    queryKey: [...queryKey, 'preview', rested],
    queryFn: ({ signal }) => {
      const blockedWords = JSON.parse(rested) as string[];
      return orRefusal(api.post('/naming-rules/preview', { body: { blockedWords }, signal }));
    },
    // The words may be refused; then the answer to the form says why.
    retry: false,
    placeholderData: (before) => before,
  });
  const affected = preview.data?.said?.templates ?? [];
  return (
    <div aria-live="polite">
      {affected.length === 0 ? null : (
        <MessageBar intent="warning">
          <MessageBarBody>
            {t('blockedWords.affect')}
            <ul>
              {affected.map((one) => (
                <li key={JSON.stringify(one)}>
                  {t.rich('blockedWords.ofOrganisation', {
                    template: one.name,
                    organisation: one.organisation,
                    a: (text) => <Link to={`/templates/${one.templateId}`}>{text}</Link>,
                  })}{' '}
                  {effectOf(one)}
                </li>
              ))}
            </ul>
          </MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}

function effectOf({ place, property, value, word }: Affected): string {
  const t = messagesOf(texts);
  switch (place) {
    case 'mailNickName':
      return t('blockedWords.mailNickName', { word });
    case 'displayName':
      return t('blockedWords.displayName', { word });
    case 'property':
      return t('blockedWords.property', { word, value: value ?? '', property: property ?? '' });
    default:
      return place satisfies never;
  }
}
