import type { JobFieldType } from '@errand/contract/job-field'

/** The types of answers in plain words. */
export const fieldTypeLabels: Record<JobFieldType, string> = {
  text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  integer: 'Whole number',
  currency: 'Amount of money',
  boolean: 'Yes or no',
  date: 'Date',
  time: 'Time',
  datetime: 'Date and time',
  email: 'E-mail address',
  phone: 'Phone number',
  url: 'Web address',
  select: 'One of a list',
  multi_select: 'Several of a list',
  address: 'Postal address',
  location: 'Place on the map',
  file: 'Photo or file',
  rating: 'Rating',
}
