import { CopyButton } from './copy.tsx';

/** The beginning and the end of an id, with a button that copies all of it. */
export function ShortId({ id, label }: { id: string | null; label: string }) {
  if (id === null) return <span className="muted">–</span>;
  const shown = id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-6)}`;
  return (
    <span className="short-id">
      <span className="mono" title={id}>
        {shown}
      </span>
      <CopyButton text={id} label={label} />
    </span>
  );
}
