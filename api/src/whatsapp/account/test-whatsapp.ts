import type { TestWhatsAppResponse } from '@errand/contract/auth'

import { findUserById, present } from '../../auth/auth.repo.ts'
import { listApproved } from '../../chats/reply/templates.repo.ts'
import { takeTurn } from '../../http/request-limits.ts'
import type { Services } from '../../services.ts'
import type { GraphAccess } from '../graph/graph-call.ts'
import { sendMessage } from '../graph/graph-client.ts'
import { checkAccount, takeStage } from './check-channel.ts'
import { settleCheck } from './settle-check.ts'

const limit = { limit: 5, windowMs: 60_000 }

/** Tests an owner's number, and sends him a message by it. */
export async function testWhatsApp(
  services: Services,
  ownerId: string,
  to: string | undefined,
): Promise<TestWhatsAppResponse> {
  const { database } = services
  await takeTurn(database.queries, { key: `test-whatsapp ${ownerId}`, ...limit })
  const checked = await checkAccount(services, ownerId)
  const { stages, access } = checked
  let { code } = checked
  if (access !== undefined) {
    const { phoneNumber } = present(await findUserById(database.queries, ownerId))
    const body = await messageFor(services, ownerId, to ?? phoneNumber)
    code = await takeStage(stages, 'send', () => send(access, body))
  }
  // What a single message could not do says nothing of the number.
  const isOfNumber = access === undefined || code === undefined
  if (isOfNumber) await settleCheck(services, ownerId, { ...checked, code }).catch(() => {})
  return { success: stages.every(({ ok }) => ok), stages }
}

async function send(access: GraphAccess, body: object): Promise<void> {
  await sendMessage(access, body)
}

/** A template without blanks arrives always; free text only if the owner wrote to his number first. */
async function messageFor(
  { database }: Services,
  ownerId: string,
  phoneNumber: string,
): Promise<object> {
  const to = phoneNumber.slice(1)
  const approved = await listApproved(database.queries, ownerId)
  const whole = approved.filter(({ variables }) => variables.length === 0)
  const template = whole.find(({ name }) => name === 'hello_world') ?? whole[0]
  if (template === undefined) {
    return { to, type: 'text', text: { body: 'Your number is connected.' } }
  }
  const { name, language } = template
  return { to, type: 'template', template: { name, language: { code: language } } }
}
