/** An e-mail address or id. It wraps before "@" and ".", and never within a word unless a word alone is too long. */
export function MailText({ text }: { text: string }) {
  const parts = text.split(/(?=[@.])/);
  return (
    <span className="mail-text">
      {parts.map((part, index) => (
        <span key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </span>
      ))}
    </span>
  );
}
