import { area } from './use-messages.ts';
import { de } from './de/notice-texts.ts';
import { en } from './en/notice-texts.ts';

export const noticeTexts = area({ en, de });
