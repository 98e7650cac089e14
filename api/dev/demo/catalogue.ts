import type { CreateJobInput, JobContent } from '@errand/contract/jobs'

import { arabic, english, hindi, spanish, type Language, type QuestionKind } from './languages.ts'

/** A job of the demo. */
export interface DemoJob {
  name: string
  description: string
  color: NonNullable<CreateJobInput['color']>
  language: Language
  /** Undefined means active. */
  status?: 'paused' | 'draft' | 'archived'
  trigger: NonNullable<CreateJobInput['trigger']>
  asks: readonly QuestionKind[]
  /** The options of the service field, in the job's language. */
  services: readonly string[]
  /** How long a booking takes, and how many fit at one time. */
  booking?: JobContent['behaviour']['booking']
  /** The job's share of the chats, relative to the other jobs. */
  share: number
}

const keyword = (...keywords: string[]) => ({
  type: 'keyword' as const,
  keywords,
  match: 'contains' as const,
})
const link = (code: string) => ({ type: 'link' as const, code })

/** Twelve jobs of one owner: active, paused, draft and archived ones. */
export const catalogue: readonly DemoJob[] = [
  {
    name: 'Salon booking',
    description: 'Hair and nails, for everybody who writes',
    color: 'violet',
    language: english,
    trigger: { type: 'default' },
    asks: ['service', 'date', 'time', 'name'],
    services: ['Haircut', 'Colour', 'Manicure', 'Beard trim'],
    booking: { minutes: 45, capacity: 2 },
    share: 9,
  },
  {
    name: 'सैलून बुकिंग',
    description: 'हिंदी में बुकिंग',
    color: 'pink',
    language: hindi,
    trigger: keyword('बुकिंग', 'सैलून'),
    asks: ['service', 'date', 'time', 'name'],
    services: ['बाल कटाई', 'मेहंदी', 'फेशियल'],
    share: 8,
  },
  {
    name: 'Cake orders',
    description: 'Cakes for birthdays and weddings',
    color: 'amber',
    language: english,
    trigger: keyword('cake'),
    asks: ['service', 'date', 'people', 'name', 'note'],
    services: ['Chocolate cake', 'Lemon cake', 'Carrot cake'],
    share: 6,
  },
  {
    name: 'Pedidos de tartas',
    description: 'Tartas y dulces por encargo',
    color: 'red',
    language: spanish,
    trigger: keyword('tarta', 'pedido'),
    asks: ['service', 'date', 'people', 'name'],
    services: ['Tarta de queso', 'Tarta de limón', 'Rosquillas'],
    share: 5,
  },
  {
    name: 'Bicycle workshop',
    description: 'Service and repair',
    color: 'blue',
    language: english,
    trigger: link('WORKSHOP'),
    asks: ['service', 'date', 'time', 'name', 'note'],
    services: ['Inspection', 'New tyres', 'Brakes'],
    share: 5,
  },
  {
    name: 'Reserva de mesa',
    description: 'Mediodía y noche',
    color: 'teal',
    language: spanish,
    trigger: link('MESA'),
    asks: ['date', 'time', 'people', 'name', 'note'],
    services: ['Menú del día', 'A la carta'],
    share: 4,
  },
  {
    name: 'التسجيل في الدورات',
    description: 'دورات الخياطة والرسم',
    color: 'green',
    language: arabic,
    trigger: keyword('دورة'),
    asks: ['service', 'date', 'people', 'name'],
    services: ['الخياطة', 'الرسم', 'الخط العربي'],
    share: 4,
  },
  {
    name: 'घर पर डिलीवरी',
    description: 'रोटी और मिठाई, ग्यारह बजे तक',
    color: 'slate',
    language: hindi,
    trigger: keyword('डिलीवरी'),
    asks: ['service', 'people', 'date', 'time', 'name'],
    services: ['पराठे', 'लड्डू', 'बर्फ़ी'],
    share: 4,
  },
  {
    name: 'Home visits',
    description: 'Small repairs at the customer’s',
    color: 'blue',
    language: english,
    status: 'paused',
    trigger: keyword('repair'),
    asks: ['service', 'date', 'time', 'name', 'note'],
    services: ['Electrics', 'Plumbing', 'Painting'],
    share: 3,
  },
  {
    name: 'Winter market',
    description: 'Stalls of last winter',
    color: 'green',
    language: english,
    status: 'paused',
    trigger: keyword('market'),
    asks: ['service', 'people', 'name'],
    services: ['Small stall', 'Large stall'],
    share: 2,
  },
  {
    name: 'Dance workshop',
    description: 'Not open yet',
    color: 'pink',
    language: english,
    status: 'draft',
    trigger: keyword('dance'),
    asks: ['service', 'people', 'name'],
    services: ['Beginners', 'Advanced'],
    share: 0,
  },
  {
    name: 'Summer picnic',
    description: 'Over for this year',
    color: 'amber',
    language: spanish,
    status: 'archived',
    trigger: keyword('picnic'),
    asks: ['date', 'people', 'name'],
    services: ['Cesta', 'Manta'],
    share: 1,
  },
]
