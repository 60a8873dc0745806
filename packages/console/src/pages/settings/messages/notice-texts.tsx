// The settings of messages: how they are sent, when administrators get one about a failing webhook, and a tenant's own texts by
// language, beside a message as people get it.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { sessionKey, useMay } from '../../../api/session.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormFrame } from '../../../components/form-frame.tsx';
import { Card, Loaded, Page } from '../../../components/layout.tsx';
import { late } from '../../../components/late.tsx';
import { SaveProblem } from '../../../components/save-problem.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { Unsaved } from '../../../components/unsaved.tsx';
import { type Form, useForm } from '../../../components/use-form.ts';
import { common } from '../../../messages/common.ts';
import { noticeTexts as texts } from '../../../messages/notice-texts.ts';
import { currentLocale } from '../../../messages/current-locale.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { NoticePreview } from './notice-preview.tsx';
import { NoticeSending } from './notice-sending.tsx';
import { isSameServer, type NoticeSettings } from './notice-sending-draft.ts';
import {
  bodyOf,
  draftOf,
  noTexts,
  type NoticeLanguage,
  noticeLanguages,
  pointers,
  type NoticesDraft,
  type TextName,
} from './notice-texts-draft.ts';

const TestMessage = late(async () => (await import('./notice-test.tsx')).TestMessage);

export function NoticeTextsPage() {
  const t = useMessages(texts);
  const [loads, setLoads] = useState(0);
  const settings = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => api.get('/notices', { signal }),
    // The edited texts must not change while the user edits.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const reload = async () => {
    const { isSuccess } = await settings.refetch();
    // Without the current version, the input stays.
    if (isSuccess) setLoads((before) => before + 1);
  };
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={settings}>
        {(data) => <TextsForm key={loads} settings={data} reload={() => void reload()} />}
      </Loaded>
    </Page>
  );
}

function TextsForm({ settings, reload }: { settings: NoticeSettings; reload: () => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const mayChange = useMay('settings:manage');
  const [language, setLanguage] = useState<NoticeLanguage>(() => currentLocale().language);
  const [stored, setStored] = useState(settings);
  const client = useQueryClient();
  const [isTesting, setIsTesting] = useState(false);
  const form = useForm<NoticesDraft, NoticeSettings>({
    initial: () => draftOf(settings),
    pointers,
    check: (draft) => checkOf('put', '/notices', bodyOf(draft)),
    send: (draft) => api.put('/notices', { body: bodyOf(draft), etag: stored.etag }),
    stored: (draft) => ({ ...draft, password: '' }),
    done(saved) {
      setStored(saved);
      // The days that people pick are days of the tenant.
      void client.invalidateQueries({ queryKey: sessionKey });
    },
    finished: (saved, { password }) => ({
      title: t('saved'),
      // The password of a server, and who gave its address, are not known here.
      ...((stored.sender !== 'smtp' ||
        (password === '' && isSameServer(saved, draftOf(stored)))) && {
        undo: async () => {
          await api.put('/notices', { body: bodyOf(draftOf(stored)), etag: saved.etag });
          reload();
        },
      }),
    }),
  });
  const { problem, pending, changed } = form;
  return (
    <>
      <FormFrame problem={problem} onSubmit={form.onSubmit} onLeave={form.onLeave}>
        {mayChange ? null : (
          <MessageBar>
            <MessageBarBody>{t('readOnly')}</MessageBarBody>
          </MessageBar>
        )}
        <NoticeSending
          form={form}
          stored={stored}
          mayChange={mayChange}
          test={() => setIsTesting(true)}
        />
        <Card title={t('administratorsTitle')} note={t('administratorsNote')}>
          <fieldset className="plain" disabled={!mayChange}>
            <TextField
              label={t('failureHours')}
              hint={t('failureHoursHint')}
              type="number"
              required
              {...form.field('webhookFailureHours')}
            />
          </fieldset>
        </Card>
        <Card title={t('textsTitle')} note={t('textsNote')}>
          <div className="stack">
            <Tabs
              label={t('languages')}
              tabs={noticeLanguages.map((one) => [one, t(`language.${one}`)] as const)}
              chosen={language}
              choose={setLanguage}
            />
            <FaultsElsewhere form={form} language={language} />
            <fieldset className="plain" disabled={!mayChange}>
              <Fields form={form} language={language} />
            </fieldset>
          </div>
        </Card>
        <NoticePreview language={language} draft={form.values} />
        {mayChange ? (
          <Card className="save-bar">
            <div className="stack">
              <SaveProblem problem={problem} reload={reload} />
              <div className="row to-end">
                <Button type="submit" appearance="primary" disabledFocusable={pending}>
                  {pending ? c('saving') : c('save')}
                </Button>
              </div>
            </div>
          </Card>
        ) : null}
        <Unsaved changed={mayChange && changed} />
      </FormFrame>
      {isTesting ? <TestMessage draft={form.values} close={() => setIsTesting(false)} /> : null}
    </>
  );
}

function Fields({ form, language }: { form: Form<NoticesDraft>; language: NoticeLanguage }) {
  const t = useMessages(texts);
  const { value, onChange } = form.field(language);
  const of = (name: TextName) => ({
    label: t(name),
    value: value[name],
    onChange: (text: string) => onChange({ ...value, [name]: text }),
    fault: form.problem.field(`${pointers[language]}/${name}`),
  });
  return (
    <div className="stack">
      <TextField hint={t('subjectHint')} {...of('subject')} />
      <TextAreaField hint={t('longHint')} lang={language} {...of('intro')} />
      <TextAreaField hint={t('longHint')} lang={language} {...of('footer')} />
      <TextField hint={t('contactHint')} {...of('contact')} />
      <div>
        <Button
          disabled={Object.values(value).every((text) => text === '')}
          onClick={() => onChange(noTexts)}
        >
          {t('reset')}
        </Button>
      </div>
    </div>
  );
}

/** It belongs to the languages that are not shown. */
function FaultsElsewhere({
  form,
  language,
}: {
  form: Form<NoticesDraft>;
  language: NoticeLanguage;
}) {
  const t = useMessages(texts);
  const found = noticeLanguages.flatMap((one) => {
    const fault = one === language ? undefined : form.problem.field(pointers[one]);
    return fault === undefined ? [] : [t('faultIn', { language: t(`language.${one}`), fault })];
  });
  return found.length === 0 ? null : (
    <MessageBar intent="error">
      <MessageBarBody>{found.join(' ')}</MessageBarBody>
    </MessageBar>
  );
}
