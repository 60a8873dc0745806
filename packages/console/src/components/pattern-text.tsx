/** A naming pattern with its placeholders set off; only for showing, the service alone reads patterns. */
export function PatternText({ pattern }: { pattern: string }) {
  if (pattern === '') return <span className="muted">any name</span>;
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
