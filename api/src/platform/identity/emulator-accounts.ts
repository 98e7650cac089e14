import * as z from 'zod/mini'

import { fetchLimited } from '../http/fetch-limited.ts'

/** Somebody who has a profile here and so must be able to sign in. */
export interface Account {
  uid: string
  phoneNumber: string
}

const lookupSchema = z.object({ users: z.optional(z.array(z.object({ localId: z.string() }))) })

/** As many ids as the provider takes in one question. */
const lookupSize = 100
const timeoutMs = 5_000

/** Restores accounts in the local identity emulator, which forgets them when it restarts. */
export class EmulatorAccounts {
  readonly #accountsUrl: string

  constructor(emulatorUrl: string, project: string) {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`
    this.#accountsUrl = new URL(path, emulatorUrl).href
  }

  /**
   * Creates the accounts that the emulator does not know: it keeps them in memory only, and the SDK
   * signs out a user it cannot find. Not by `accounts:batchCreate`, which would expire all earlier
   * tokens. Returns how many it created.
   */
  async restore(accounts: Account[]): Promise<number> {
    let restored = 0
    for (let start = 0; start < accounts.length; start += lookupSize) {
      const batch = accounts.slice(start, start + lookupSize)
      const known = await this.#lookup(batch)
      const missing = batch.filter(({ uid }) => !known.has(uid))
      for (const account of missing) restored += (await this.#create(account)) ? 1 : 0
    }
    return restored
  }

  /** Whether the emulator still knows all of these. */
  async knowsAll(accounts: Account[]): Promise<boolean> {
    for (let start = 0; start < accounts.length; start += lookupSize) {
      const batch = accounts.slice(start, start + lookupSize)
      if ((await this.#lookup(batch)).size < batch.length) return false
    }
    return true
  }

  async #lookup(accounts: Account[]): Promise<Set<string>> {
    const response = await this.#post(':lookup', { localId: accounts.map(({ uid }) => uid) })
    if (!response.ok) throw unexpected(response)
    const { users = [] } = lookupSchema.parse(await response.json())
    return new Set(users.map(({ localId }) => localId))
  }

  /** False when somebody has taken the id or the number in the meantime. */
  async #create({ uid, phoneNumber }: Account): Promise<boolean> {
    const response = await this.#post('', { localId: uid, phoneNumber })
    if (!response.ok && response.status !== 400) throw unexpected(response)
    return response.ok
  }

  #post(call: string, body: unknown): Promise<Response> {
    return fetchLimited(`${this.#accountsUrl}${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }
}

function unexpected({ status }: Response): Error {
  return new Error(`The identity emulator answered ${status}`)
}
