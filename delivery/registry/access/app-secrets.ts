import { keyIdOf, publicKeyOf } from '../../signing/keys.ts'
import { tellChange } from '../changes/put-channel.ts'
import type { Deed } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { lockApp, saveApp } from '../tables/apps.ts'
import { addAudit } from '../tables/audit.ts'
import type { Database } from '../tables/definition.ts'
import { lockDocument } from '../tables/document.ts'

/** Lets a key sign the app's releases from now on; gives back its id. The app is made when new. */
export async function addKey(database: Database, deed: Deed, pem: string): Promise<string> {
  const publicKey = readKey(pem)
  const keyId = keyIdOf(publicKey)
  await database.transaction(async (queries) => {
    // The document first, as with every change: two that wait for each other would never end.
    await lockDocument(queries)
    const app = await lockApp(queries, deed.app)
    if (Object.hasOwn(app.publicKeys, keyId)) return
    const { [keyId]: _retired, ...retiredKeys } = app.retiredKeys
    const publicKeys = { ...app.publicKeys, [keyId]: publicKey }
    await saveApp(queries, { ...app, publicKeys, retiredKeys })
    await addAudit(queries, { ...deed, action: 'add key', after: { keyId } })
    await tellChange(queries)
  })
  return keyId
}

/** Takes the right to sign from a key; what it has signed before stays published. */
export function removeKey(database: Database, deed: Deed, keyId: string): Promise<void> {
  return database.transaction(async (queries) => {
    const app = await lockApp(queries, deed.app)
    const { [keyId]: removed, ...publicKeys } = app.publicKeys
    if (removed === undefined) throw new Refusal('not_found', `${deed.app} has no key ${keyId}.`)
    const retiredKeys = { ...app.retiredKeys, [keyId]: removed }
    await saveApp(queries, { ...app, publicKeys, retiredKeys })
    await addAudit(queries, { ...deed, action: 'remove key', before: { keyId } })
  })
}

/** Gives the app another deploy token, or none; the one before is worth nothing any more. */
export function setToken(database: Database, deed: Deed, tokenHash: string | null): Promise<void> {
  return database.transaction(async (queries) => {
    const app = await lockApp(queries, deed.app)
    await saveApp(queries, { ...app, tokenHash })
    await addAudit(queries, { ...deed, action: tokenHash === null ? 'remove token' : 'new token' })
  })
}

function readKey(pem: string): string {
  try {
    return publicKeyOf(pem)
  } catch {
    throw new Refusal('validation_failed', 'publicKey must be an Ed25519 public key as PEM.')
  }
}
