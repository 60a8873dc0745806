// “Why?” beside a fact about a group: the entries of the audit log that led to it, in a drawer that loads when it opens.
import { useState } from 'react';
import { late } from '../../../components/late.tsx';
import { why as texts } from '../../../messages/why.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { AskedFact } from './why-panel.tsx';

const WhyPanel = late(async () => (await import('./why-panel.tsx')).WhyPanel);

export function Why(fact: AskedFact) {
  const t = useMessages(texts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link why"
        aria-label={t('whyOf', { name: fact.name })}
        onClick={() => setIsOpen(true)}
      >
        {t('why')}
      </button>
      {isOpen ? <WhyPanel {...fact} close={() => setIsOpen(false)} /> : null}
    </>
  );
}
