export const en = {
  empty: 'This must not be empty.',
  missing: 'Enter a value.',
  atLeast: 'This must have at least {count, plural, one {# character} other {# characters}}.',
  atMost: 'This must have at most {count, plural, one {# character} other {# characters}}.',
  between: 'This must be from {min} to {max}.',
  notAPerson: 'Enter an e-mail address or a user ID.',
  personUnknown: '{person} is not in the directory.',
  organisationUnknown: 'There is no organization with this name or identifier.',
  templateUnknown: 'The organization has no template with this name or identifier.',
  deputyIsResponsible: 'The deputy and the responsible must be different people.',
  deputyRequired: 'The template requires a deputy.',
  tooFewOwners:
    'The template requires at least {count, plural, one {# owner} other {# different owners}}, including the responsible and the deputy.',
  wholeNumber: 'Enter a whole number.',
  aliasReserved: 'Microsoft 365 reserves this alias. Choose another one.',
  dots: 'Dots in the alias must be single and between other characters.',
} as const;
