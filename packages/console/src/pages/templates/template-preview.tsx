// The example group beside the editor: its names at once, and the rest of its life with the first change or when it is asked
// for, so that a page that is only read loads and plans nothing more.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import type { NamingPreviewResponse } from '../../api/types.ts';
import { late } from '../../components/late.tsx';
import { templates as texts } from '../../messages/templates.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { askedProperties } from '../groups/request/asked-properties.ts';
import { MadeNames } from './made-names.tsx';
import type { useNamingPreview } from './naming-preview.tsx';
import { askedOf, namingOf, type TemplateDraft } from './template-draft.ts';

const ExampleGroup = late(async () => (await import('./example-group.tsx')).ExampleGroup);

export function TemplatePreview({
  isChanged,
  draft,
  naming,
  ...template
}: {
  isChanged: boolean;
  draft: TemplateDraft;
  organisationId: string;
  /** Undefined: a new template. */
  templateId: string | undefined;
  naming: ReturnType<typeof useNamingPreview>;
}) {
  const t = useMessages(texts);
  const [isAsked, setIsAsked] = useState(false);
  // It stays when the changes are saved or discarded.
  if (!isAsked && (isChanged || Object.keys(naming.values).length > 0)) setIsAsked(true);
  const made = withSamples(naming.data?.said?.made ?? null, draft);
  return (
    <aside className="editor-preview" aria-label={t('preview.title')}>
      <h2>{t('preview.title')}</h2>
      <p className="muted small">{t('preview.note')}</p>
      <MadeNames made={made} values={naming.values} onChange={naming.setValue} />
      {isAsked ? (
        <ExampleGroup {...template} draft={draft} naming={naming} made={made} />
      ) : (
        <div>
          <Button onClick={() => setIsAsked(true)}>{t('preview.show')}</Button>
        </div>
      )}
    </aside>
  );
}

/** Properties that no name needs have samples, too. */
function withSamples(
  made: NamingPreviewResponse['made'],
  draft: TemplateDraft,
): NamingPreviewResponse['made'] {
  if (made === null) return null;
  const { properties } = namingOf(draft);
  const others = askedProperties(askedOf(draft)).filter((name) => !(name in made.values));
  const samples = others.map((name) => [name, sampleOf(properties[name] ?? {})] as const);
  return { ...made, values: { ...made.values, ...Object.fromEntries(samples) } };
}

function sampleOf({
  type,
  default: standard,
  choices = [],
  minimum,
}: ReturnType<typeof namingOf>['properties'][string]): string {
  if (standard !== undefined) return standard;
  if (type === 'choice') return choices[0] ?? '';
  if (type === 'number') return String(minimum ?? 1);
  if (type !== 'date') return messagesOf(texts)('preview.sample');
  const inAYear = new Date();
  inAYear.setFullYear(inAYear.getFullYear() + 1);
  return inAYear.toISOString().slice(0, 10);
}
