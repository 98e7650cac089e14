import { GraphError } from './graph-error.ts'
import { call, pathOf, type GraphAccess } from './graph-call.ts'
import * as schemas from './graph-schemas.ts'

const pageSize = 100
/** An account has six thousand templates at most; who says more than that goes round in circles. */
const mostPages = 60

/** Sends a message; answers what the provider calls it. */
export async function sendMessage(access: GraphAccess, message: object): Promise<string> {
  const body = { messaging_product: 'whatsapp', recipient_type: 'individual', ...message }
  const path = pathOf(access.phoneNumberId, 'messages')
  const { messages } = await call(access, path, schemas.sentSchema, { body })
  return messages[0].id
}

/** Tells a contact that his message was read, and that somebody writes an answer if so. */
export async function markRead(
  access: GraphAccess,
  messageId: string,
  { isTyping }: { isTyping: boolean },
): Promise<void> {
  const body = {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    ...(isTyping && { typing_indicator: { type: 'text' } }),
  }
  await call(access, pathOf(access.phoneNumberId, 'messages'), schemas.doneSchema, { body })
}

/** The number as it stands at the provider. */
export async function readNumber(access: GraphAccess) {
  const fields = 'display_phone_number,verified_name,quality_rating,code_verification_status,status'
  return call(access, `${pathOf(access.phoneNumberId)}?fields=${fields}`, schemas.numberSchema)
}

/** All templates of the account, page by page. */
export async function listTemplates(access: GraphAccess): Promise<schemas.GraphTemplate[]> {
  const fields = 'name,language,status,category,components,parameter_format'
  const all: schemas.GraphTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const from = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const path = pathOf(access.wabaId, 'message_templates')
    const query = `?fields=${fields}&limit=${pageSize}${from}`
    const { data, paging } = await call(access, `${path}${query}`, schemas.templatesSchema)
    all.push(...data)
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) return all
  }
  // Half a list would delete the other half of ours.
  throw new GraphError('The list of templates has no end', { code: 131_000, status: 200 })
}

/** The addresses at which the account's events arrive; an empty one is the app's own. */
export async function listWebhooks(access: GraphAccess): Promise<string[]> {
  const path = pathOf(access.wabaId, 'subscribed_apps')
  const { data } = await call(access, path, schemas.subscribedSchema)
  return data.map(({ override_callback_uri: url = '' }) => url)
}

/** Has the account's events come to an address, which has to know the word. */
export async function subscribe(
  access: GraphAccess,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<void> {
  const body = { override_callback_uri: url, verify_token: verifyToken }
  await call(access, pathOf(access.wabaId, 'subscribed_apps'), schemas.doneSchema, { body })
}
