/** What is said of values that cannot be saved, and of a job that is copied. */
export const en = {
  needsName: 'Give the job a name.',
  needsLabel: 'Say what this is.',
  needsKey: 'Enter a key.',
  badKey: 'Use small letters a to z, digits and _, and begin with a letter.',
  needsOption: 'Say what can be chosen.',
  fewOptions: 'A choice needs at least two options.',
  needed: 'This is needed.',
  tooLong: 'At most {max, plural, one {# character} other {# characters}}.',
  atMost: 'At most {max, number}.',
  atLeast: 'At least {min, number}.',
  webAddress: 'Enter an address that begins with https://.',
  emails: 'Enter e-mail addresses, such as you@shop.example.',
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  copyOf: '{name} (copy)',
} as const
