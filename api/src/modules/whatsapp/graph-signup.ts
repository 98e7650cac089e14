import * as z from 'zod/mini'

import { call, type GraphAccess, pathOf } from './graph.ts'
import type { MetaApp } from './whatsapp-channel.ts'

/** Exchanges the code of a signup for the owner's access token. */
export async function exchangeCode(
  endpoint: Pick<GraphAccess, 'baseUrl' | 'ask'>,
  { id, secret }: MetaApp,
  code: string,
): Promise<string> {
  const access = { ...endpoint, accessToken: '', phoneNumberId: '', wabaId: '' }
  // In the body, because URLs are written to logs and traces.
  const body = { client_id: id, client_secret: secret, code, grant_type: 'authorization_code' }
  return (await call(access, '/oauth/access_token', tokenSchema, { body })).access_token
}

/** The numbers of the account, as far as one page of the list shows them. */
export async function listNumbers(access: GraphAccess): Promise<AccountNumber[]> {
  const fields = 'id,display_phone_number,quality_rating,status,platform_type,is_on_biz_app'
  const path = `${pathOf(access.wabaId, 'phone_numbers')}?fields=${fields}&limit=100`
  return (await call(access, path, numbersSchema)).data
}

/** Registers the number for the Cloud API; the PIN becomes its second factor. */
export async function registerNumber(access: GraphAccess, pin: string): Promise<void> {
  const body = { messaging_product: 'whatsapp', pin }
  await call(access, pathOf(access.phoneNumberId, 'register'), doneSchema, { body })
}

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)) })
const doneSchema = z.object({ success: z.boolean() })
const numberSchema = z.object({
  id: z.string(),
  display_phone_number: z._default(z.string(), ''),
  quality_rating: z._default(z.string(), 'UNKNOWN'),
  status: z._default(z.string(), ''),
  platform_type: z._default(z.string(), ''),
  is_on_biz_app: z._default(z.boolean(), false),
})
/** A number of an account. */
export type AccountNumber = z.output<typeof numberSchema>
const numbersSchema = z.object({ data: z.array(numberSchema) })
