// Opens requested reviews: reads the people of each group from the directory.
import {
  createDirectoryWork,
  type DirectoryWork,
  type DirectoryWorkDeps,
  type DirectoryWorkStore,
} from '../directory-work.ts';
import { type ReviewedGroup, type ReviewedPeople, readReviewedPeople } from './read-people.ts';
import type { Review } from './review.ts';

export type RequestedReview = Pick<Review, 'tenantId' | 'reviewId' | 'teamId'> & ReviewedGroup;

export interface OpenReviewStore extends DirectoryWorkStore<RequestedReview> {
  open(review: RequestedReview, people: ReviewedPeople): Promise<void>;
}

export function createOpenReviews({
  store,
  ...deps
}: DirectoryWorkDeps & {
  readonly store: OpenReviewStore;
  readonly onFailed: (review: RequestedReview, error: unknown) => void;
}): DirectoryWork {
  return createDirectoryWork({
    ...deps,
    name: 'reviews',
    store,
    async work(review, directory, call) {
      await store.open(review, await readReviewedPeople(review, directory, call));
    },
  });
}
