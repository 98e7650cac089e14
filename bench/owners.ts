import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findLocalUrl } from '@errand/database'

import { confirmNumber } from '../e2e/support/identity.ts'
import { dataDir, identityOrigin, simulatorOrigin } from '../e2e/support/product.ts'
import { newPhoneNumber } from '../e2e/support/test.ts'

/** The api itself, without the edge. */
export const apiOrigin = simulatorOrigin

/** Where the api says that it lives. */
export const healthUrl = `http://127.0.0.1:${process.env['BENCH_HEALTH_PORT']}/`

const root = join(import.meta.dirname, '..')

/** An owner whose account is measured. */
export interface BenchOwner {
  id: string
  /** What a call in the owner's name has to show. */
  headers: Record<string, string>
  /** Calls the api in the owner's name; throws unless it succeeds. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
}

/** An owner with this many chats of the demo data, of about 24 messages each, or with none. */
export async function makeOwner(chats?: number): Promise<BenchOwner> {
  const phoneNumber = newPhoneNumber()
  if (chats !== undefined) {
    const env = {
      ...process.env,
      DATABASE_URL: findLocalUrl(dataDir, 'errand'),
      IDENTITY_EMULATOR_URL: identityOrigin,
    }
    const command = ['api/dev/demo/cli.ts', '--phone', phoneNumber, '--chats', String(chats)]
    await promisify(execFile)(process.execPath, command, { cwd: root, env })
  }
  const { idToken } = await confirmNumber(phoneNumber)
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
  const ask: BenchOwner['ask'] = async (path, init = {}) => {
    const answer = await fetch(`${apiOrigin}${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  if (chats === undefined) {
    const body = JSON.stringify({ phoneNumber, email: '', name: '' })
    await ask('/api/auth/profile', { method: 'POST', body })
  }
  const { user } = (await (await ask('/api/auth/profile')).json()) as { user: { id: string } }
  return { id: user.id, headers, ask }
}
