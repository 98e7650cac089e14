import { email, name, people, phone, place, site, type ExtractionChat } from './chat.ts'

export const contacts: ExtractionChat[] = [
  {
    name: 'ten digits in two groups',
    fields: [phone],
    says: ['hi', '98765 43210'],
    expected: { phone: '+919876543210' },
  },
  {
    name: 'a country code and dashes',
    fields: [phone],
    says: ['hi', 'my no. is +91-98765-43210'],
    expected: { phone: '+919876543210' },
  },
  {
    name: 'a leading zero',
    fields: [phone],
    says: ['hi', '09876543210'],
    expected: { phone: '+919876543210' },
  },
  {
    name: 'groups of two',
    fields: [phone],
    says: ['hi', '98 76 54 32 10'],
    expected: { phone: '+919876543210' },
  },
  {
    name: 'a number abroad',
    fields: [phone],
    says: ['hi', 'call me at +44 20 7946 0958'],
    expected: { phone: '+442079460958' },
  },
  {
    name: 'Devanagari digits',
    fields: [phone],
    says: ['hi', '९८७६५ ४३२१०'],
    expected: { phone: '+919876543210' },
  },
  {
    name: 'a number that is too short',
    fields: [phone],
    says: ['hi', '98765'],
    expected: {},
    refused: ['phone'],
    reply: /phone number/,
  },
  {
    name: 'the wrong number, then the right one',
    fields: [phone],
    says: ['hi', '12345', '9876543210'],
    expected: { phone: '+919876543210' },
  },
  {
    name: 'an e-mail address in a sentence',
    fields: [email],
    says: ['hi', 'sure, it is Asha.K@Example.com.'],
    expected: { email: 'Asha.K@example.com' },
  },
  {
    name: 'an e-mail address spelled',
    fields: [email],
    says: ['hi', 'asha at gmail dot com'],
    expected: { email: 'asha@gmail.com' },
  },
  {
    name: 'no e-mail address',
    fields: [email],
    says: ['hi', 'asha@gmail'],
    expected: {},
    refused: ['email'],
    reply: /e-mail address/,
  },
  {
    name: 'a phone is no number of people',
    fields: [people, phone],
    says: ['hi', 'call me on 9876543210', '3'],
    expected: { people: 3, phone: '+919876543210' },
  },
  {
    name: 'name, phone and e-mail by commas',
    fields: [name, phone, email],
    says: ['hi', 'Asha Rao, 9876543210, asha@example.com'],
    expected: { name: 'Asha Rao', phone: '+919876543210', email: 'asha@example.com' },
  },
  {
    name: 'labels on lines',
    fields: [name, phone, email],
    says: ['Name: Asha Rao\nPhone: 9876543210\nE-mail: asha@example.com'],
    expected: { name: 'Asha Rao', phone: '+919876543210', email: 'asha@example.com' },
  },
  {
    name: 'a web site without a scheme',
    fields: [site],
    says: ['hi', 'www.asha-salon.in'],
    expected: { site: 'https://www.asha-salon.in/' },
  },
  {
    name: 'a place in a map link',
    fields: [place],
    says: ['hi', 'https://maps.google.com/?q=18.5204,73.8567'],
    expected: { place: { latitude: 18.5204, longitude: 73.8567 } },
  },

  {
    name: 'a name and a number without a comma',
    fields: [name, phone],
    says: ['hi', 'Neha 9876543210'],
    expected: { name: 'Neha', phone: '+919876543210' },
  },
  {
    name: 'who has no address',
    fields: [email],
    says: ['hi', "I don't have one"],
    expected: {},
    refused: ['email'],
    reply: /without it/,
  },
]
