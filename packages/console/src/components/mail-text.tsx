/** An e-mail address, id or URL. It wraps before "@" and "." and after "/", and within a word only if it is too long alone. */
export function MailText({ text }: { text: string }) {
  const parts = text.split(/(?=[@.])|(?<=\/)(?!\/)/);
  const Whole = directionOf(text);
  return (
    <Whole className="mail-text">
      {parts.map((part, index) => (
        <span key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </span>
      ))}
    </Whole>
  );
}

/** A text that may name an e-mail address or a URL, such as a heading. */
export function Breakable({ text }: { text: string }) {
  if (/@|:\/\//.test(text)) return <MailText text={text} />;
  const Whole = directionOf(text);
  return <Whole>{text}</Whole>;
}

/** A name has its own direction. A sentence has that of the page, and the names in it are isolated. */
const directionOf = (text: string) => (/[\u2066-\u2069]/.test(text) ? 'span' : 'bdi');
