import { deviceIdSchema } from '@errand/contract/sign-ins'

import { browserStorage } from './page-storage.ts'

const key = 'errand:device'

/**
 * Which device this browser is, also after signing out; where the browser keeps nothing, for the
 * visit.
 */
export function deviceId(): string {
  const known = deviceIdSchema.safeParse(browserStorage.getItem(key))
  if (known.success) return known.data
  const id = makeId()
  browserStorage.setItem(key, id)
  return id
}

/** Not `randomUUID`, which exists on secure origins only. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
