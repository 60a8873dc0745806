// The settings that a template gives to new groups: kind, visibility, owners, guests, people and channels.
import { Button } from '@fluentui/react-button';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { Choices } from '../../components/choices.tsx';
import { Card } from '../../components/layout.tsx';
import { PeopleField, peopleIn } from '../../components/people-field.tsx';
import { PeriodField } from '../../components/period-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { changeNames, pointers, type TemplateDraft } from './template-draft.ts';
import { useTemplatePlan } from './use-template-plan.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';

const kinds = ['team', 'group'] as const;
const visibilities = ['private', 'public'] as const;

/** The permission of API keys, which applies to existing groups, too. */
export function TemplateChanges({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const choices = changeNames.map((value) => ({ value, label: t(`changes.${value}`) }));
  return (
    <Card title={t('changesTitle')} note={t('changesNote')}>
      <Choices legend={t('systemsCan')} choices={choices} {...form.field('changes')} />
    </Card>
  );
}

export function TemplatePolicy({
  form,
  templateId,
}: {
  form: Form<TemplateDraft>;
  /** Undefined for a new template, which has no groups. */
  templateId: string | undefined;
}) {
  const t = useMessages(texts);
  return (
    <Card title={t('policy')} note={t('policyNote')}>
      <div className="stack">
        <div className="form-grid">
          <SelectField
            label={t('creates')}
            options={kinds.map((one) => [one, t(`kinds.${one}`)])}
            {...form.field('kind')}
          />
          <SelectField
            label={t('visibility')}
            options={visibilities.map((one) => [one, t(`visibilities.${one}`)])}
            {...form.field('visibility')}
          />
          <TextField
            label={t('minimumOwners')}
            hint={t('minimumOwnersHint')}
            type="number"
            {...form.field('minimumOwners')}
          />
          <SwitchField
            label={t('guests')}
            on={t('guestsOn')}
            off={t('guestsOff')}
            {...form.field('guestsAllowed')}
          />
          {form.values.guestsAllowed ? <Invitations form={form} /> : null}
          {templateId === undefined ? null : <GuestsEffect form={form} templateId={templateId} />}
          <SwitchField
            label={t('welcomeMail')}
            hint={t('welcomeMailHint')}
            on={t('welcomeMailOn')}
            off={t('welcomeMailOff')}
            {...form.field('welcomeMail')}
          />
          <TextField
            label={t('classification')}
            hint={t('classificationHint')}
            {...form.field('classification')}
          />
          <TextField
            label={t('preferredLanguage')}
            hint={t('preferredLanguageHint')}
            {...form.field('preferredLanguage')}
          />
          <People form={form} name="defaultOwners" />
          <People form={form} name="defaultMembers" />
        </div>
        {form.values.kind === 'team' ? <Channels form={form} /> : null}
      </div>
    </Card>
  );
}

/** The guests whom rosters have invited; it applies to existing groups, too. */
function Invitations({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value, onChange, fault } = form.field('guests');
  return (
    <>
      <SwitchField
        label={t('invitations')}
        on={t('invitationsOn')}
        off={t('invitationsOff')}
        value={value.isOn}
        onChange={(isOn) => onChange({ ...value, isOn })}
        fault={value.isOn ? form.problem.at('/policy/guests/invite') : fault}
      />
      {value.isOn ? (
        <>
          <TextField
            label={t('guestDomains')}
            hint={t('guestDomainsHint')}
            value={value.domains}
            onChange={(domains) => onChange({ ...value, domains })}
            fault={form.problem.field('/policy/guests/domains')}
          />
          <PeriodField
            label={t('guestLongest')}
            value={value.longest}
            onChange={(longest) => onChange({ ...value, longest })}
            fault={form.problem.field('/policy/guests/longest')}
          />
        </>
      ) : null}
    </>
  );
}

/** The guests of existing groups whom the template would invite from now on, or no longer. */
function GuestsEffect({ form, templateId }: { form: Form<TemplateDraft>; templateId: string }) {
  const t = useMessages(texts);
  const effect = useTemplatePlan(form, templateId, 'guests')?.guests;
  if (effect === undefined) return null;
  const sentences = (['refused', 'invited'] as const).flatMap((name) => {
    const { guests, groups } = effect[name];
    return guests === 0 ? [] : [t(`guestsEffect.${name}`, { guests, groups })];
  });
  return (
    <p className="effect" role="status">
      {sentences.length === 0 ? t('guestsEffect.none') : sentences.join(' ')}
    </p>
  );
}

function People({
  form,
  name,
}: {
  form: Form<TemplateDraft>;
  name: 'defaultOwners' | 'defaultMembers';
}) {
  const t = useMessages(texts);
  const { value, onChange, fault } = form.field(name);
  const each = peopleIn(value).flatMap((reference, index) => {
    const said = form.problem.field(`${pointers[name]}/${index}`);
    return said === undefined ? [] : [`${reference}: ${said}`];
  });
  return (
    <PeopleField
      label={t(name)}
      hint={t('peopleHint')}
      value={value}
      onChange={onChange}
      fault={fault === undefined || each.length === 0 ? fault : each.join(' ')}
    />
  );
}

type Channel = TemplateDraft['channels'][number];

function Channels({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value: channels, onChange, fault } = form.field('channels');
  const change = (id: number, part: Partial<Channel>) =>
    onChange(channels.map((one) => (one.id === id ? Object.assign({}, one, part) : one)));
  const faultOf = (index: number, member: 'displayName' | 'description') =>
    fault === undefined ? undefined : form.problem.field(`${pointers.channels}/${index}/${member}`);
  const add = () =>
    onChange([
      ...channels,
      { id: Math.max(0, ...channels.map(({ id }) => id)) + 1, displayName: '', description: '' },
    ]);
  return (
    <div className="stack">
      <h3>{t('channels')}</h3>
      {channels.map((channel, index) => (
        <div className="channel" key={channel.id}>
          <TextField
            label={t('channel', { number: index + 1 })}
            value={channel.displayName}
            onChange={(displayName) => change(channel.id, { displayName })}
            fault={faultOf(index, 'displayName')}
          />
          <TextField
            label={t('channelPurpose')}
            value={channel.description}
            onChange={(description) => change(channel.id, { description })}
            fault={faultOf(index, 'description')}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={t('removeChannel', { number: index + 1 })}
            title={t('removeChannel', { number: index + 1 })}
            onClick={() => onChange(channels.filter(({ id }) => id !== channel.id))}
          />
        </div>
      ))}
      <div>
        <Button icon={<AddRegular />} onClick={add}>
          {t('addChannel')}
        </Button>
      </div>
    </div>
  );
}
