import type { Settings } from '../settings.ts'

/** What the checks look at. */
export interface Checkup {
  settings: Settings
  /** As it was set: what is for the doctor alone is in no settings. */
  environment: NodeJS.ProcessEnv
  /** How the services are asked. */
  ask: Ask
}

/** `fetch`, as far as it is used. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>

const timeoutMs = 15_000

/** An answer with its document; nothing where nobody answers. */
export async function askFor(
  ask: Ask,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; document: Record<string, unknown> } | undefined> {
  try {
    const answer = await ask(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const document: unknown = await answer.json().catch(() => ({}))
    return { status: answer.status, document: Object(document) as Record<string, unknown> }
  } catch {
    return undefined
  }
}
