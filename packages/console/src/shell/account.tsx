// The signed-in user, the appearance, language and time zone of the page, and the sign-out.
import { Button } from '@fluentui/react-button';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { Modal } from '../components/modal.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useSession } from '../api/session.ts';
import { common } from '../messages/common.ts';
import { chooseLocale, localeChoice } from '../messages/current-locale.ts';
import { languages } from '../messages/locale.ts';
import { shell } from '../messages/shell.ts';
import { useLocale, useMessages } from '../messages/use-messages.ts';
import type { ThemeChoice } from './theme.ts';
import { useSignOut } from './sign-out.ts';

const appearances = ['system', 'light', 'dark'] as const;

export interface ThemeControl {
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
}

export function Account({ theme, close }: { theme: ThemeControl; close: () => void }) {
  const { administrator, tenant } = useSession();
  const signOut = useSignOut();
  const t = useMessages(shell);
  const words = useMessages(common);
  return (
    <Modal title={t('account.title')} close={close}>
      <dl className="facts">
        {administrator.name === null ? null : (
          <>
            <dt>{t('account.name')}</dt>
            <dd>{administrator.name}</dd>
          </>
        )}
        <dt>{t('account.email')}</dt>
        <dd>{administrator.email}</dd>
        <dt>{t('account.role')}</dt>
        <dd>{t(`role.${administrator.role}`)}</dd>
        <dt>{t('account.tenant')}</dt>
        <dd className="mono">{tenant.tenantId}</dd>
      </dl>
      <SelectField
        label={t('account.appearance')}
        options={appearances.map((choice) => [choice, t(`account.${choice}`)])}
        value={theme.choice}
        onChange={theme.choose}
      />
      <LocaleFields />
      <FormNotice problem={formProblem(signOut.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>{words('close')}</Button>
        <Button onClick={() => signOut.submit(true)}>{t('account.signOutEverywhere')}</Button>
        <Button appearance="primary" onClick={() => signOut.submit(false)}>
          {t('account.signOut')}
        </Button>
      </div>
    </Modal>
  );
}

function LocaleFields() {
  const t = useMessages(shell);
  useLocale();
  const choice = localeChoice();
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <SelectField
        label={t('account.language')}
        options={[
          ['', t('account.browserLanguage')],
          ...languages.map((language) => [language, t(`language.${language}`)] as const),
        ]}
        value={choice.language ?? ''}
        onChange={(language) =>
          chooseLocale({ ...choice, language: language === '' ? null : language })
        }
      />
      <SelectField
        label={t('account.timeZone')}
        options={[
          ['', t('account.browserTimeZone', { zone: browserZone })],
          ...timeZones().map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
        ]}
        value={choice.timeZone ?? ''}
        onChange={(zone) => chooseLocale({ ...choice, timeZone: zone === '' ? null : zone })}
      />
    </>
  );
}

/** Every zone of the browser, and UTC, which it does not list. */
function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}
