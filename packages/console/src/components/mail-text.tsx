/** An e-mail address, id or URL. It wraps before "@" and "." and after "/", and within a word only if it is too long alone. */
export function MailText({ text }: { text: string }) {
  const parts = text.split(/(?=[@.])|(?<=\/)(?!\/)/);
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

/** A text that may name an e-mail address or a URL, such as a heading. */
export function Breakable({ text }: { text: string }) {
  return /@|:\/\//.test(text) ? <MailText text={text} /> : text;
}
