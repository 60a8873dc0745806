// The types of events that an endpoint receives, by subject and with their meaning, and a sample of one.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { EventType } from '../../api/types.ts';
import { Choices } from '../../components/choices.tsx';
import { Loaded } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import type { FieldOf } from '../../components/use-form.ts';
import { activity } from '../../messages/activity.ts';
import { labelOf, useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';
import { useWebhooks } from './use-webhooks.ts';

/** `group.succeeded` is about a group; mass departures are about responsibility. */
function subjectOf(type: string): string {
  const [subject = type, rest] = type.split('.');
  return rest === undefined ? 'responsibility' : subject;
}

export function EventTypes({ value, onChange, fault }: FieldOf<readonly EventType[]>) {
  const t = useMessages(texts);
  const words = useMessages(activity);
  const all = useWebhooks().data?.types ?? [];
  const groups = Map.groupBy(all, subjectOf);
  return (
    <div className="stack tight" role="group" aria-label={t('eventTypes')}>
      <p className="muted small">{t('eventTypes')}</p>
      {[...groups].map(([subject, types], index) => (
        <Choices
          key={subject}
          legend={labelOf(words, `kinds.${subject}`, subject)}
          choices={types.map((type) => ({
            value: type,
            label: type,
            meaning: labelOf(t, `meanings.${type}`, ''),
          }))}
          value={value}
          onChange={onChange}
          fault={index === 0 ? fault : undefined}
        />
      ))}
      {all.length === 0 ? null : <Sample types={value.length === 0 ? all : value} />}
    </div>
  );
}

function Sample({ types }: { types: readonly EventType[] }) {
  const t = useMessages(texts);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, choose] = useState<EventType>();
  const type = chosen !== undefined && types.includes(chosen) ? chosen : types[0];
  return (
    <details className="more" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('sample')}</summary>
      {isOpen && type !== undefined ? (
        <div className="stack">
          <SelectField
            label={t('sampleOf')}
            options={types.map((one) => [one, one] as const)}
            value={type}
            onChange={choose}
          />
          <SampleEvent eventType={type} />
        </div>
      ) : null}
    </details>
  );
}

function SampleEvent({ eventType }: { eventType: EventType }) {
  const t = useMessages(texts);
  const sample = useQuery({
    queryKey: ['sample-event', eventType],
    queryFn: ({ signal }) => api.get('/sample-events/{eventType}', { path: { eventType }, signal }),
    staleTime: Infinity,
  });
  return (
    <Loaded query={sample}>
      {({ event }) => (
        <pre className="secret mono details" tabIndex={0} aria-label={t('sample')}>
          {JSON.stringify(event, null, 2)}
        </pre>
      )}
    </Loaded>
  );
}
