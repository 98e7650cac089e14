import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import {
  createEvaluator,
  createRolloutSource,
  rolloutDocumentSchema,
  type RolloutSource,
} from '../rollouts/evaluator.ts'
import { logError } from './log.ts'

interface Registry {
  /** Its address, `https://registry.example/registry`. */
  url: string
  /** What it takes for reading. */
  token: string | undefined
  /** Where the last good document is kept, for a start without the registry. */
  cacheFile: string
  /** Stops the following. */
  signal: AbortSignal
  /** The longest time between two looks at the registry, in milliseconds; the stream is faster. */
  pollMs?: number
}

/** How long the registry may take for an answer, in milliseconds. */
const longestAnswerMs = 5_000

/** The registry's stream says every 15 s that it is there; one that is silent is dead. */
const longestSilenceMs = 40_000

/**
 * Follows the rollout document of a registry: begins with the last good one on the disk, hears of
 * changes by the registry's stream, and looks by itself in case the stream is silent.
 */
export function followRegistry({
  url,
  token,
  cacheFile,
  signal,
  pollMs = 5_000,
}: Registry): RolloutSource {
  const source = createRolloutSource()
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const cache = documentCache(cacheFile)
  let etag = ''
  let isDown = false
  let refreshing: Promise<void> | undefined

  take(cache.read(), false)
  void pollForEver()
  void listenForEver()
  return source

  function take(text: string | undefined, isNew: boolean): void {
    if (text === undefined) return
    try {
      const document = rolloutDocumentSchema.parse(JSON.parse(text))
      if (source.set(createEvaluator(document)) && isNew) cache.write(text)
    } catch (error) {
      // A document that nobody can evaluate changes nothing.
      logError('rollout document refused', error)
    }
  }

  async function refresh(): Promise<void> {
    try {
      const answer = await fetch(`${url}/document`, {
        headers: { ...headers, ...(etag !== '' && { 'if-none-match': etag }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswerMs)]),
      })
      if (!answer.ok && answer.status !== 304) throw new Error(`It answered ${answer.status}`)
      isDown = false
      if (answer.status === 304) return
      take(await answer.text(), true)
      etag = answer.headers.get('etag') ?? ''
    } catch (error) {
      if (!isDown && !signal.aborted) logError('registry unreachable', error)
      isDown = true
    }
  }

  /** One request at a time; one more when a change was heard of meanwhile. */
  async function refreshOnce(): Promise<void> {
    await refreshing
    refreshing ??= refresh().finally(() => (refreshing = undefined))
    await refreshing
  }

  async function pollForEver(): Promise<void> {
    while (!signal.aborted) {
      await refreshOnce()
      await pause(pollMs, signal)
    }
  }

  async function listenForEver(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen()
      } catch {
        // Said already by the next look.
      }
      await pause(1_000, signal)
    }
  }

  async function listen(): Promise<void> {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), longestSilenceMs)
    try {
      const either = AbortSignal.any([signal, silence.signal])
      const answer = await fetch(`${url}/events`, { headers, signal: either })
      for await (const _part of answer.ok ? (answer.body ?? []) : []) {
        timer.refresh()
        // Every event says the same: look again.
        void refreshOnce()
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** Keeps the text of the last good rollout document in a file. */
function documentCache(file: string) {
  return {
    read(): string | undefined {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return undefined
      }
    },
    /** A disk that is full, or may not be written to, costs a start without the registry, no more. */
    write(text: string): void {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.partial`, text)
        renameSync(`${file}.partial`, file)
      } catch (error) {
        logError('rollout document not kept', error, { file })
      }
    },
  }
}
