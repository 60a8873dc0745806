// Why the database cannot be used. Where a later connection meets the same, the database counts as away.
import { StartError } from '../ground/start-error.ts';

export class DatabaseStartError extends StartError {}
