import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, type Page } from 'playwright/test'

import { dataDir, simulatorOrigin } from './product.ts'

/** What an owner is given by WhatsApp to connect a number. */
interface SimulatedNumber {
  phoneNumberId: string
  wabaId: string
  accessToken: string
  appSecret: string
}

interface Phones {
  businesses: { name: string; phoneNumberId: string }[]
}

/** What the simulated provider has for a business; like its own, secrets follow from the product's key. */
export async function numberOf(
  page: Page,
  business: { name: string; ownerId: string },
): Promise<SimulatedNumber> {
  const answer = await page.request.get(`${simulatorOrigin}/simulator/phone/state`)
  const { businesses } = (await answer.json()) as Phones
  const found = businesses.find(({ name }) => name === business.name)
  expect(found, 'a business of that name').toBeDefined()
  const phoneNumberId = found?.phoneNumberId ?? ''
  return {
    phoneNumberId,
    wabaId: `2${phoneNumberId.slice(1)}`,
    accessToken: `sim_${markOf(`graph access token of ${business.ownerId}`)}`,
    appSecret: markOf(`graph app secret of ${business.ownerId}`),
  }
}

function markOf(text: string): string {
  const key = Buffer.from(readFileSync(join(dataDir, 'secrets.key'), 'utf8'), 'base64')
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'marks', 32))
  return createHmac('sha256', derived).update(text).digest('base64url')
}
