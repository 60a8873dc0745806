import type { Actor } from '../activity/activity.ts';

/** Of changes that no policy causes. */
export const serviceActor: Actor = { kind: 'service', id: 'governance' };
