/** Something is being waited for. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner">
      <span role="progressbar" aria-label={label} className="spinner-ring" />
      <span>{label}</span>
    </div>
  );
}
