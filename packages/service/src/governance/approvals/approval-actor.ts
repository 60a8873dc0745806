import type { Actor } from '../../audit/activity.ts';

/** Of changes that no policy causes. */
export const serviceActor: Actor = { kind: 'service', id: 'governance' };
