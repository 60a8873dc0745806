// The words that no name may contain, in any organisation. While they are edited, the service lists the templates that
// could create no group.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { Textarea } from '@fluentui/react-textarea';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { useMayChange } from '../api/session.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Card, Loaded } from '../components/layout.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { useForm } from '../components/use-form.ts';

type Rules = Answer<'get', '/naming-rules'>;
type Affected = Answer<'post', '/naming-rules/preview'>['templates'][number];

const queryKey = ['naming-rules'];
const shownWords = 50;
const restMs = 300;

export function NamingRules() {
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange();
  const rules = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/naming-rules', { signal }),
  });
  return (
    <Card
      title="Blocked words"
      note="No name or alias of a new group can contain these words, in any organisation."
      actions={
        mayChange && rules.data !== undefined ? (
          <Button aria-label="Edit blocked words" onClick={() => setIsOpen(true)}>
            Edit
          </Button>
        ) : undefined
      }
    >
      <Loaded query={rules} what="the blocked words">
        {({ blockedWords }) => <Words words={blockedWords} />}
      </Loaded>
      {isOpen && rules.data !== undefined ? (
        <EditWords rules={rules.data} close={() => setIsOpen(false)} />
      ) : null}
    </Card>
  );
}

function Words({ words }: { words: readonly string[] }) {
  if (words.length === 0) return <p className="muted">No blocked words.</p>;
  const more = words.length - shownWords;
  return (
    <div className="stack tight">
      <ul className="chips" aria-label="Blocked words">
        {words.slice(0, shownWords).map((word) => (
          <li key={word}>
            <span className="wrap">{word}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="muted small">and {more.toLocaleString('en')} more</p> : null}
      <Effect words={words} />
    </div>
  );
}

function EditWords({ rules, close }: { rules: Rules; close: () => void }) {
  const settled = useInvalidation(queryKey);
  const form = useForm({
    initial: { blockedWords: rules.blockedWords.join('\n') },
    send: ({ blockedWords }) =>
      api.put('/naming-rules', {
        body: { blockedWords: wordsIn(blockedWords) },
        // Of the current rules: after a conflict, the next attempt applies to the new version.
        etag: rules.etag,
      }),
    done: close,
    settled,
  });
  const { value, onChange, fault } = form.field('blockedWords');
  return (
    <FormDialog title="Edit blocked words" submit="Save" {...form} close={close}>
      <Field
        label="Blocked words"
        hint="One per line. Case and accents do not matter. A word blocks only the whole word, not a part of a longer one."
        {...(fault !== undefined && { validationMessage: fault, validationState: 'error' })}
      >
        <Textarea
          value={value}
          rows={8}
          resize="vertical"
          spellCheck={false}
          onChange={(_event, data) => onChange(data.value)}
        />
      </Field>
      <div className="stack">
        <p className="muted small">Names of existing groups stay as they are.</p>
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
  const rested = useDebounced(JSON.stringify(words), restMs);
  const preview = useQuery({
    queryKey: [...queryKey, 'preview', rested],
    queryFn: ({ signal }) => {
      const blockedWords = JSON.parse(rested) as string[];
      return api.post('/naming-rules/preview', { body: { blockedWords }, signal });
    },
    // The words may be refused; then the answer to the form says why.
    retry: false,
    placeholderData: (before) => before,
  });
  const affected = preview.data?.templates ?? [];
  return (
    <div aria-live="polite">
      {affected.length === 0 ? null : (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            The words affect these templates:
            <ul>
              {affected.map((one) => (
                <li key={JSON.stringify(one)}>
                  <Link to={`/templates/${one.templateId}`}>{one.name}</Link> ({one.organisation}):{' '}
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
  switch (place) {
    case 'mailNickName':
      return `every alias contains “${word}”, so it can create no group.`;
    case 'displayName':
      return `every display name contains “${word}”, so it can create no group.`;
    case 'property':
      return `the choice “${value ?? ''}” of ${property ?? ''} contains “${word}”.`;
    default:
      throw new TypeError(`Unknown place: ${String(place satisfies never)}`);
  }
}
