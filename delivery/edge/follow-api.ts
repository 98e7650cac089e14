import { apiHealthSchema } from '@errand/contract/api-contract'

/** The api is deployed in seconds, not milliseconds. */
const lookMs = 5_000

/** Follows which contract the api serves, as a day; nothing before it has said so. */
export function followApi(apiUrl: string, signal: AbortSignal): () => string | undefined {
  let contract: string | undefined

  async function look(): Promise<void> {
    try {
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(lookMs)])
      const answer = await fetch(`${apiUrl}/api/healthz`, { signal: timeout })
      contract = apiHealthSchema.parse(await answer.json()).contract
    } catch {
      // What it served last is the best guess while it is away; calls say that it is.
    }
  }

  void look()
  const timer = setInterval(() => void look(), lookMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  return () => contract
}
