// A component in a separate script, which is loaded when the component is first shown: a dialog or tab that most visits
// of a page do not open costs nothing until then.
import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from './layout.tsx';

export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Late(props: Props) {
    return (
      <Suspense fallback={<Pending />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** Above the page, so that nothing on it moves. Its style shows it only if the script takes noticeably long. */
function Pending() {
  return (
    <div className="late">
      <Loading />
    </div>
  );
}
