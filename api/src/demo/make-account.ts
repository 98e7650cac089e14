import { rulesOf } from '../billing/accounts.ts'
import type { templates, users } from '../database/schema.ts'
import type { DemoAccount } from './demo-account.ts'
import { dayMs, plus } from './demo-time.ts'
import { makeChat, type MadeChat } from './make-chat.ts'
import { makeJobs, type MadeJob } from './make-jobs.ts'
import { makeLedger, type MadeLedger } from './make-ledger.ts'
import { makeFailedOrder, type MadeOrder } from './make-orders.ts'
import { makeContact, type MadeContact } from './make-people.ts'
import { makeRemarks } from './make-remarks.ts'
import { planChats } from './plan-chats.ts'

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

/** Who the owner of a demo is, and what he has set. */
export const demoOwner = {
  name: 'Demo Owner',
  email: '',
  preferences: {
    business: { name: 'Sunrise Studio', description: 'Salon, bakery and workshop at the market' },
    // A chat that somebody took over stays his, so that the demo looks the same tomorrow.
    assistant: { returnToAssistantAfterMinutes: null },
  },
} satisfies Pick<typeof users.$inferInsert, 'name' | 'email' | 'preferences'>

/** Makes an account of that size; nothing is stored yet. */
export function makeAccount(account: DemoAccount, size: DemoSize): MadeAccount {
  const { since, now, random, prices } = account
  const jobs = makeJobs(account)
  const people = new Map<number, { contact: MadeContact; job: MadeJob }>()
  const chats = planChats(random, { since, now, ...size }).map((plan) => {
    const known =
      people.get(plan.contact) ?? meet(account, jobs, { index: plan.contact, at: plan.at })
    people.set(plan.contact, known)
    const chat = makeChat(account, { ...known, plan })
    const { closeReason, closedAt } = chat.session
    if (closeReason === 'opted_out') known.contact.optedOutAt = closedAt ?? null
    if (closeReason === 'blocked') known.contact.blockedAt = closedAt ?? null
    known.contact.createdAt = earlier(known.contact.createdAt, chat.session.createdAt)
    return chat
  })
  const none = {
    balanceMicros: 0n,
    trialMessages: 0,
    graceMessages: 0,
    lowAlertedAt: null,
    fullMicros: 0n,
    warnedPercent: null,
  }
  const terms = {
    ...none,
    currency: prices.currency,
    startedAt: since,
    preferences: demoOwner.preferences,
  }
  return {
    jobs,
    contacts: [...people.values()].map(({ contact }) => contact),
    chats,
    remarks: makeRemarks(account, chats, demoOwner.name),
    templates: makeTemplates(account),
    failedOrder: makeFailedOrder(account, plus(now, -20 * dayMs)),
    ...makeLedger(account, rulesOf(terms, prices), chats),
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Somebody new, who speaks the language of the job that he comes for. */
function meet(
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
