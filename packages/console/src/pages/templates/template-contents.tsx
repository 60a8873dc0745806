// The contents of the template editor: a link to each section, of which the one in view is marked.
import { type ReactNode, useEffect, useState } from 'react';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';

export function Contents({
  parts,
}: {
  parts: readonly (readonly [id: string, title: string, ...unknown[]])[];
}) {
  const t = useMessages(texts);
  const current = usePartInView();
  return (
    <nav className="editor-contents" aria-label={t('contents')}>
      <ul>
        {parts.map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              {...(id === (current ?? parts[0]?.[0]) && { 'aria-current': 'location' })}
              onClick={(event) => {
                event.preventDefault();
                const part = document.getElementById(id);
                part?.scrollIntoView();
                // The next key goes into the section.
                part?.focus({ preventScroll: true });
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="editor-part" tabIndex={-1}>
      {children}
    </div>
  );
}

/** A link leads to a section with this much above it, or less. */
const topPx = 140;

/** The last section that begins at the top of the window; at the end of the page, the last one. */
function usePartInView(): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const look = () => {
      const parts = [...document.querySelectorAll('.editor-part')];
      const isAtEnd =
        window.scrollY > 0 &&
        window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
      const passed = parts.filter((part) => isAtEnd || part.getBoundingClientRect().top < topPx);
      setCurrent(passed.at(-1)?.id);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return current;
}
