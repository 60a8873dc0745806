import { Mark } from './logo.tsx';

/** The same as index.html paints before the script has loaded, so that nothing moves. */
export function FirstFrame() {
  return (
    <>
      <div className="first-bar">
        <Mark size={24} />
      </div>
      <div className="first-sections" />
    </>
  );
}
