// The choice between light and dark.
import { useEffect, useState } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface ThemeControl {
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
}

const key = 'groupwright-theme';

function readChoice(): ThemeChoice {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** The current theme, and the user's choice, which this browser stores. */
export function useThemeChoice() {
  const [choice, setChoice] = useState(readChoice);
  const [systemIsDark, setSystemIsDark] = useState(
    () => matchMedia('(prefers-color-scheme: dark)').matches,
  );
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => setSystemIsDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  const isDark = choice === 'system' ? systemIsDark : choice === 'dark';
  return {
    choice,
    isDark,
    choose(next: ThemeChoice) {
      localStorage.setItem(key, next);
      setChoice(next);
    },
  };
}
