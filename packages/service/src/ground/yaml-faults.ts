// The faults of YAML, in sentences for people who write files.
import type { ErrorCode } from 'yaml';

const sentences: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'An alias (*name) can have no anchor and no tag.',
  BAD_ALIAS: 'The alias (*name) has no anchor (&name) before it.',
  BAD_COLLECTION_TYPE: 'The tag does not fit the list or object.',
  BAD_DIRECTIVE: 'The directive (%) is unknown. Put a text that begins with % in quotation marks.',
  BAD_DQ_ESCAPE:
    'The backslash begins no escape sequence. Write it twice, or use single quotation marks.',
  BAD_INDENT: 'The indentation does not fit the lines above.',
  BAD_PROP_ORDER: 'The anchor or tag must be before the value.',
  BAD_SCALAR_START: 'A text that begins with this character must be in quotation marks.',
  BLOCK_AS_IMPLICIT_KEY: 'A text that contains a colon and a space must be in quotation marks.',
  BLOCK_IN_FLOW: 'Within brackets or braces, a list or object must be in brackets or braces too.',
  DUPLICATE_KEY: 'The name appears twice in its object.',
  IMPOSSIBLE: 'This is not valid YAML.',
  KEY_OVER_1024_CHARS: 'A name can have at most 1,024 characters.',
  MISSING_CHAR:
    'A character is missing: a quotation mark, bracket or brace that closes, a comma, a colon or a space.',
  MULTILINE_IMPLICIT_KEY: 'A name must be on one line. Its colon may be missing.',
  MULTIPLE_ANCHORS: 'A value can have one anchor.',
  MULTIPLE_DOCS:
    'The file contains multiple documents, of which only one can be read. Remove the line "---".',
  MULTIPLE_TAGS: 'A value can have one tag.',
  NON_STRING_KEY: 'A name must be text.',
  RESOURCE_EXHAUSTION: 'Lists and objects are nested too deeply.',
  TAB_AS_INDENT: 'A tab cannot indent a line. Use spaces.',
  TAG_RESOLVE_FAILED: 'Unresolved tag: a text that begins with ! must be in quotation marks.',
  UNEXPECTED_TOKEN:
    'This is unexpected here. A text with special characters must be in quotation marks.',
};

/** @param code a newer parser may have others */
export function describeYamlFault(code: ErrorCode): string {
  return sentences[code] ?? sentences.IMPOSSIBLE;
}

/** @param error thrown where the aliases of a document are replaced by their values */
export function describeAliasFault(error: ReferenceError): string {
  return error.message.startsWith('Excessive')
    ? 'The file repeats an alias (*name) too often.'
    : sentences.BAD_ALIAS;
}
