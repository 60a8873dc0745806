import type { Actor } from '../../audit/activity.ts';

/** Changes that no policy causes have it. */
export const serviceActor: Actor = { kind: 'service', id: 'governance' };
