// How messages to people are sent, and by which clock dates count, with the effect on groups before it is saved.
import { Button } from '@fluentui/react-button';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { Card } from '../../../components/layout.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { timeZoneOptions } from '../../../components/time-zone-options.ts';
import { TriedMonths } from '../../../components/tried-months.tsx';
import type { Form } from '../../../components/use-form.ts';
import { noticeSending as texts } from '../../../messages/notice-sending.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import {
  hasAddress,
  isSameServer,
  type NoticeSettings,
  securities,
  type SendingDraft,
  sendersFor,
  sendingOf,
  usualPorts,
} from './notice-sending-draft.ts';
import { noticeLanguages } from './notice-texts-draft.ts';

export function NoticeSending({
  form,
  stored,
  mayChange,
  test,
}: {
  form: Form<SendingDraft>;
  stored: NoticeSettings;
  mayChange: boolean;
  /** Opens the dialog for a test message. */
  test: () => void;
}) {
  const t = useMessages(texts);
  return (
    <Card title={t('title')} note={t('note')}>
      <div className="stack">
        <fieldset className="plain" disabled={!mayChange}>
          <div className="form-grid">
            <Channel form={form} stored={stored} />
          </div>
          {hasAddress(form.values.sender) ? (
            <div>
              <Button onClick={test}>{t('test')}</Button>
            </div>
          ) : null}
          <div className="form-grid">
            <Days form={form} />
          </div>
        </fieldset>
        <TriedMonths
          queryKey={['notice-settings', stored.etag]}
          body={sendingOf(form.values)}
          plan={(request) => api.post('/notices/plan', request)}
        />
      </div>
    </Card>
  );
}

function Channel({ form, stored }: { form: Form<SendingDraft>; stored: NoticeSettings }) {
  const t = useMessages(texts);
  const { tenant } = useSession();
  const { sender, security, userName } = form.values;
  return (
    <>
      <SelectField
        label={t('sender')}
        hint={t(`senderHints.${sender}`)}
        options={sendersFor(tenant).map((one) => [one, t(`senders.${one}`)])}
        {...form.field('sender')}
      />
      {hasAddress(sender) ? (
        <TextField
          label={t(sender === 'graph' ? 'mailbox' : 'from')}
          {...(sender === 'graph' && { hint: t('mailboxHint') })}
          required
          {...form.field('from')}
        />
      ) : null}
      {sender === 'smtp' ? (
        <>
          <TextField label={t('host')} required mono {...form.field('host')} />
          <SelectField
            label={t('security')}
            options={securities.map((one) => [one, t(`securities.${one}`)])}
            {...form.field('security')}
          />
          <TextField
            label={t('port')}
            hint={t('portHint', { port: String(usualPorts[security]) })}
            type="number"
            {...form.field('port')}
          />
          <TextField label={t('userName')} hint={t('userNameHint')} {...form.field('userName')} />
          {userName.trim() === '' ? null : <Password form={form} stored={stored} />}
        </>
      ) : null}
    </>
  );
}

function Password({ form, stored }: { form: Form<SendingDraft>; stored: NoticeSettings }) {
  const t = useMessages(texts);
  const isKept = stored.hasPassword && isSameServer(stored, form.values);
  return (
    <TextField
      label={t('password')}
      {...(stored.hasPassword && { hint: t(isKept ? 'keepPassword' : 'enterAgain') })}
      type="password"
      required={!isKept}
      mono
      {...form.field('password')}
    />
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function Days({ form }: { form: Form<SendingDraft> }) {
  const t = useMessages(texts);
  const format = useFormat();
  return (
    <>
      <SelectField
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        options={timeZoneOptions(form.values.timeZone)}
        {...form.field('timeZone')}
      />
      <SelectField
        label={t('hour')}
        hint={t('hourHint')}
        options={hours.map((hour) => [String(hour), format.hour(hour)])}
        {...form.field('hour')}
      />
      <SelectField
        label={t('language')}
        hint={t('languageHint')}
        options={noticeLanguages.map((one) => [one, format.language(one)])}
        {...form.field('language')}
      />
      <TextField label={t('contact')} hint={t('contactHint')} {...form.field('contact')} />
    </>
  );
}
