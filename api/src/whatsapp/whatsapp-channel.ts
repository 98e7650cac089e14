import type { Channel as ChannelName } from '@errand/contract/chats/session'

import {
  ChannelBusy,
  ChannelLost,
  ChannelRefusal,
  type Channel,
  type Pace,
  type Sending,
} from '../channel/channel.ts'
import { refusals } from '../channel/refusals.ts'
import { findTemplates } from '../chats/reply/templates.repo.ts'
import type { Database, Queries } from '../database/database.ts'
import { findAccess, type Accounts } from './access.ts'
import { ruleOf, toMessageError } from './graph/error-rules.ts'
import type { GraphAccess } from './graph/graph-call.ts'
import { markRead, sendMessage } from './graph/graph-client.ts'
import { GraphError } from './graph/graph-error.ts'
import { handOver } from './media/hand-over.ts'
import { toGraphMessage } from './to-graph-message.ts'

/** WhatsApp, as the owner's own account at the Graph API. */
export function createWhatsAppChannel(
  database: Database,
  accounts: Accounts,
  { name: channel, pace }: { name: ChannelName; pace?: Pace },
): Channel {
  const access = async (ownerId: string): Promise<GraphAccess> => {
    const found = await findAccess(database.queries, accounts, { ownerId, channel })
    if (found === undefined) throw new ChannelLost(refusals.disconnected)
    return found
  }
  return {
    ...(pace !== undefined && { pace }),
    send: async (sending) => {
      const account = await access(sending.ownerId)
      return asOurs(async () => {
        const { media, ...message } = sending
        const blanks = await blanksOf(database.queries, sending)
        const ready = { ...message, ...(blanks !== undefined && { blanks }) }
        const file = media && (await handOver(database, account, media))
        const body = toGraphMessage({ ...ready, ...(file !== undefined && { media: file }) })
        return { providerId: await sendMessage(account, body), known: [] }
      })
    },
    showTyping: async ({ ownerId, providerId }) => {
      await markRead(await access(ownerId), providerId, { isTyping: true })
    },
    markRead: async ({ ownerId, providerId }) => {
      await markRead(await access(ownerId), providerId, { isTyping: false })
    },
  }
}

/** The names of the template's blanks, where it has names and not numbers. */
async function blanksOf(
  queries: Queries,
  { ownerId, template }: Sending,
): Promise<string[] | undefined> {
  if (template === undefined) return undefined
  const languages = await findTemplates(queries, ownerId, template.name)
  const row = languages.find(({ language }) => language === template.language)
  return row?.parameterFormat === 'NAMED' ? row.variables.map(({ name }) => name) : undefined
}

/**
 * When no answer comes, the message may have gone out nevertheless: its first status will say so, by
 * the reference that it carries. Only if none comes in that time it is sent once more.
 */
const unheard = { tries: 4, firstMs: 15_000 }

async function asOurs<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    throw toChannelError(error)
  }
}

function toChannelError({ code, status, details }: GraphError): Error {
  const isUnheard = status === 0 || (code === 0 && status !== 401 && status !== 403)
  if (isUnheard) return new ChannelBusy(toMessageError(131_016), unheard)
  const reason = toMessageError(code, details)
  const { remedy, concerns } = ruleOf(code)
  if (remedy.kind === 'retry') return new ChannelBusy(reason, remedy)
  if (remedy.kind === 'disconnect') return new ChannelLost(reason)
  return new ChannelRefusal(reason, concerns)
}
