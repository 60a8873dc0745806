import { useId } from 'react';

/** The logo of Groupwright: two people and what they share. */
export function Mark({ size = 36 }: { size?: number }) {
  const gradient = useId();
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#5b5fef" />
          <stop offset="1" stopColor="#14a3b8" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill={`url(#${gradient})`} />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
        <path d="M9 12v3a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3v-3" />
        <path d="M16 18v4" />
      </g>
      <g fill="#fff">
        <circle cx="9" cy="9.5" r="3" />
        <circle cx="23" cy="9.5" r="3" />
        <circle cx="16" cy="24" r="3" />
      </g>
    </svg>
  );
}
