import { defaultPreferences } from '@errand/contract/default-preferences'

import { planRulesOf } from '../../src/modules/billing/accounts.ts'
import { contactWords, searchWordsText } from '../../src/modules/chats/search/search-words.ts'
import type { remarks, templates, users } from '../../src/platform/database/schema.ts'
import { addDays, dayOf } from '../../src/platform/period/days.ts'
import { dayMs, addMs, type DemoAccount } from './demo-account.ts'
import type { Language } from './languages.ts'
import {
  makeFailedOrder,
  makeLedger,
  newAccount,
  type MadeLedger,
  type MadeOrder,
} from './make-billing.ts'
import { makeChat, type MadeChat, type MadeContact } from './make-chat.ts'
import { makeJobs, type MadeJob } from './make-jobs.ts'
import { linesNeeded } from './make-lines.ts'
import { planChats, type ChatPlan } from './plan-chats.ts'

/** How much there is in a demo. */
export interface DemoSize {
  sessions: number
  messages: number
}

/** Everything an account has, before it is stored. */
export interface MadeAccount extends MadeLedger {
  jobs: MadeJob[]
  contacts: MadeContact[]
  chats: MadeChat[]
  remarks: ReturnType<typeof makeRemarks>
  templates: (typeof templates.$inferInsert)[]
  failedOrder: MadeOrder
}

/** The owner of a demo, and the settings. */
export const demoOwner = {
  name: 'Demo Owner',
  email: '',
  preferences: {
    business: { name: 'Sunrise Studio', description: 'Salon, bakery and workshop at the market' },
    // Never, so that the demo looks the same tomorrow.
    assistant: { returnToAssistantAfterMinutes: null },
  },
} satisfies Pick<typeof users.$inferInsert, 'name' | 'email' | 'preferences'>

/** Makes an account of that size; nothing is stored yet. */
export function makeAccount(account: DemoAccount, size: DemoSize): MadeAccount {
  const { since, now, random, prices } = account
  const jobs = makeJobs(account)
  const people = new Map<number, { contact: MadeContact; job: MadeJob }>()
  const nextDay = bookedDays(now)
  const chats = planChats(random, { since, now, ...size }).map((plan) => {
    const known =
      people.get(plan.contact) ?? makePerson(account, jobs, { index: plan.contact, at: plan.at })
    people.set(plan.contact, known)
    const bookedFor = hasBooking(plan, known.job) ? nextDay(plan.at) : undefined
    const chat = makeChat(account, { ...known, plan, bookedFor })
    const { closeReason, closedAt } = chat.session
    if (closeReason === 'opted_out') known.contact.optedOutAt = closedAt ?? null
    if (closeReason === 'blocked') known.contact.blockedAt = closedAt ?? null
    known.contact.createdAt = earlier(known.contact.createdAt, chat.session.createdAt)
    return chat
  })
  const { currency } = prices
  const terms = { ...newAccount, currency, startedAt: since, preferences: demoOwner.preferences }
  return {
    jobs,
    contacts: [...people.values()].map(({ contact }) => contact),
    chats,
    remarks: makeRemarks(account, chats, demoOwner.name),
    templates: makeTemplates(account),
    failedOrder: makeFailedOrder(account, addMs(now, -20 * dayMs)),
    ...makeLedger(account, planRulesOf(terms, prices), chats),
  }
}

/** From which chats the bookings come that a demo shows first. */
const bookedWithinMs = 12 * dayMs

/**
 * The days of recent bookings, in turns: today, tomorrow, next week and yesterday, so that a demo of any
 * size has some of each. None is before its chat.
 */
function bookedDays(now: Date): (at: Date) => string | undefined {
  const { timeZone } = defaultPreferences.business
  const today = dayOf(now, timeZone)
  const days = [0, 1, 7, -1, 2, 8].map((after) => addDays(today, after))
  return (at) => {
    if (at < addMs(now, -bookedWithinMs)) return undefined
    const index = days.findIndex((day) => day >= dayOf(at, timeZone))
    const [day] = days.splice(index, 1)
    if (day !== undefined) days.push(day)
    return day
  }
}

/** Whether a chat ends with all answers, and one of them is a day. */
const hasBooking = ({ outcome, length }: ChatPlan, { demo, form }: MadeJob): boolean =>
  outcome === 'completed' && demo.asks.includes('date') && length >= linesNeeded(form.fields.length)

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** A new contact, who writes in the language of a random job. */
function makePerson(
  account: DemoAccount,
  jobs: MadeJob[],
  { index, at }: { index: number; at: Date },
): { contact: MadeContact; job: MadeJob } {
  const lots = jobs.flatMap((job) => Array.from({ length: job.demo.share }, () => job))
  const job = account.random.pick(lots)
  return {
    job,
    contact: makeContact(account, { index, language: job.demo.language, createdAt: at }),
  }
}

function makeTemplates({ ownerId, since }: DemoAccount): (typeof templates.$inferInsert)[] {
  const bodies = {
    en: 'Hi {{1}}, about {{2}}: shall we go on?',
    hi: 'नमस्ते {{1}}, {{2}} के बारे में: क्या हम आगे बढ़ें?',
    es: 'Hola {{1}}, sobre {{2}}: ¿seguimos?',
  }
  return Object.entries(bodies).map(([language, body]) => ({
    ownerId,
    name: 'follow_up',
    language,
    category: 'UTILITY',
    status: 'APPROVED',
    body,
    buttons: [],
    variables: [
      { name: '1', example: 'Alex' },
      { name: '2', example: 'your booking' },
    ],
    parameterFormat: 'POSITIONAL',
    updatedAt: since,
  }))
}

/** Area codes whose numbers 555-0100 to 555-0199 are reserved for fiction. */
const areaCodes = [202, 212, 213, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 808, 907]

/** The fictional number of the nth contact. */
function storyNumber(index: number): string {
  const code = areaCodes[Math.floor(index / 100)]
  const last = String(index % 100).padStart(2, '0')
  if (code !== undefined) return `+1${code}55501${last}`
  // The country code 999 is not assigned.
  return `+999${String(index).padStart(8, '0')}`
}

/** The nth contact of the owner. */
function makeContact(
  { ownerId, random, newId }: DemoAccount,
  { index, language, createdAt }: { index: number; language: Language; createdAt: Date },
): MadeContact {
  const name = `${random.pick(language.given)} ${random.pick(language.family)}`
  const phoneNumber = storyNumber(index)
  return {
    id: newId('contact', createdAt),
    ownerId,
    name,
    phoneNumber,
    userId: null,
    username: '',
    language: language.code,
    optedOutAt: null,
    blockedAt: null,
    searchWords: searchWordsText(ownerId, contactWords({ name, username: '', phoneNumber })),
    createdAt,
  }
}

const texts = [
  'Regular, likes the seat at the window',
  'Pays in cash',
  'Comes with two children',
  'Prefers a call in the evening',
  'जल्दी उत्तर देते हैं',
  'Bitte immer vorher bestätigen',
  'Le gusta la tarta de limón',
]

/** The owner's notes on a few messages, which are also counted in their chats. */
function makeRemarks(
  { ownerId, newId, random, now }: DemoAccount,
  chats: readonly MadeChat[],
  authorName: string,
): (typeof remarks.$inferInsert)[] {
  return chats.flatMap(({ session, messages }) => {
    if (!random.chance(0.06)) return []
    const message = random.pick(messages)
    const createdAt = addMs(message.createdAt, random.between(10_000, 60_000))
    if (createdAt > now) return []
    session.remarkCount = 1
    const id = newId('remark', createdAt)
    return [
      {
        id,
        ownerId,
        sessionId: session.id,
        messageId: message.id,
        text: random.pick(texts),
        authorName,
        createdAt,
        editedAt: null,
      },
    ]
  })
}
