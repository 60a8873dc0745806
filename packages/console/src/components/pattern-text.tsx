import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

/** Shows a naming pattern with its placeholders highlighted. Only the service interprets patterns. */
export function PatternText({ pattern }: { pattern: string }) {
  const t = useMessages(common);
  if (pattern === '') return <span className="muted">{t('noPattern')}</span>;
  return (
    <span className="pattern">
      {pattern.split(/(\{\{[^{}]*\}\})/).map((part, index) =>
        index % 2 === 1 ? (
          <span className="placeholder" key={`${index}${part}`}>
            {part.slice(2, -2)}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}
