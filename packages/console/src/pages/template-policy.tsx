// The settings that a template gives to new groups: kind, visibility, owners, guests, people and channels.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { Textarea } from '@fluentui/react-textarea';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { Choices } from '../components/choices.tsx';
import { Card } from '../components/layout.tsx';
import { SelectField } from '../components/select-field.tsx';
import { SwitchField } from '../components/switch-field.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form } from '../components/use-form.ts';
import { linesOf, pointers, type TemplateDraft } from './template-draft.ts';

const kinds = [
  ['team', 'Team'],
  ['group', 'Group without a team'],
] as const;
const visibilities = [
  ['private', 'Private: owners approve members'],
  ['public', 'Public: anyone can join'],
] as const;

const changes = [
  { value: 'displayName', label: 'Rename' },
  { value: 'description', label: 'Change the description' },
  { value: 'visibility', label: 'Change the visibility' },
  { value: 'responsible', label: 'Change responsible and deputy' },
  { value: 'owners', label: 'Add and remove owners' },
  { value: 'members', label: 'Add and remove members' },
  { value: 'archive', label: 'Archive and unarchive' },
  { value: 'delete', label: 'Delete and restore' },
] as const;

/** The permission of API keys, which applies to existing groups, too. */
export function TemplateChanges({ form }: { form: Form<TemplateDraft> }) {
  return (
    <Card
      title="Changes by API keys"
      note="Applies immediately, including to existing groups. Administrators can always make every change."
    >
      <Choices legend="Systems can" choices={changes} {...form.field('changes')} />
    </Card>
  );
}

export function TemplatePolicy({ form }: { form: Form<TemplateDraft> }) {
  return (
    <Card title="Policy" note="Settings for new groups.">
      <div className="stack">
        <div className="form-grid">
          <SelectField label="Creates" options={kinds} {...form.field('kind')} />
          <SelectField label="Visibility" options={visibilities} {...form.field('visibility')} />
          <TextField
            label="Minimum owners"
            hint="Including responsible and deputy."
            type="number"
            {...form.field('minimumOwners')}
          />
          <SwitchField
            label="Guests"
            on="Allow guests as members"
            off="No guests"
            {...form.field('guestsAllowed')}
          />
          <SwitchField
            label="Welcome mail"
            hint="Applies only to groups created from now on."
            on="Send Microsoft 365 welcome mail to new members"
            off="No mail"
            {...form.field('welcomeMail')}
          />
          <People label="Default owners" form={form} name="defaultOwners" />
          <People label="Default members" form={form} name="defaultMembers" />
        </div>
        {form.values.kind === 'team' ? <Channels form={form} /> : null}
      </div>
    </Card>
  );
}

function People({
  label,
  form,
  name,
}: {
  label: string;
  form: Form<TemplateDraft>;
  name: 'defaultOwners' | 'defaultMembers';
}) {
  const { value, onChange, fault } = form.field(name);
  const each = linesOf(value).flatMap((line, index) => {
    const said = form.problem.field(`${pointers[name]}/${index}`);
    return said === undefined ? [] : [`${line}: ${said}`];
  });
  const shown = fault === undefined || each.length === 0 ? fault : each.join(' ');
  return (
    <Field
      label={label}
      hint="One e-mail address or user ID per line."
      {...(shown !== undefined && { validationMessage: shown, validationState: 'error' as const })}
    >
      <Textarea
        value={value}
        rows={3}
        resize="vertical"
        spellCheck={false}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}

type Channel = TemplateDraft['channels'][number];

function Channels({ form }: { form: Form<TemplateDraft> }) {
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
      <h3>Channels (General is always created)</h3>
      {channels.map((channel, index) => (
        <div className="channel" key={channel.id}>
          <TextField
            label={`Channel ${index + 1}`}
            value={channel.displayName}
            onChange={(displayName) => change(channel.id, { displayName })}
            fault={faultOf(index, 'displayName')}
          />
          <TextField
            label="Purpose"
            value={channel.description}
            onChange={(description) => change(channel.id, { description })}
            fault={faultOf(index, 'description')}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Remove channel ${index + 1}`}
            title={`Remove channel ${index + 1}`}
            onClick={() => onChange(channels.filter(({ id }) => id !== channel.id))}
          />
        </div>
      ))}
      <div>
        <Button icon={<AddRegular />} onClick={add}>
          Add channel
        </Button>
      </div>
    </div>
  );
}
