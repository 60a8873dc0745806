/** A share as a ring around its percentage. */
export function Ring({ share, label }: { share: number | undefined; label: string }) {
  const radius = 52;
  const length = 2 * Math.PI * radius;
  // Rounded down: 100 % is shown only if nothing failed.
  const percent = share === undefined ? undefined : Math.floor(share * 1000) / 10;
  const said = percent === undefined ? '–' : `${percent}%`;
  return (
    <svg viewBox="0 0 132 132" width="132" height="132" role="img" aria-label={`${label}: ${said}`}>
      <circle className="ring-back" cx="66" cy="66" r={radius} fill="none" strokeWidth="12" />
      {share === undefined || share === 0 ? null : (
        <circle
          className="ring-front"
          cx="66"
          cy="66"
          r={radius}
          fill="none"
          strokeWidth="12"
          strokeDasharray={`${share * length} ${length}`}
          transform="rotate(-90 66 66)"
        />
      )}
      <text
        x="66"
        y="74"
        textAnchor="middle"
        fontSize="25"
        fontWeight="600"
        fill="currentColor"
        aria-hidden="true"
      >
        {said}
      </text>
    </svg>
  );
}
