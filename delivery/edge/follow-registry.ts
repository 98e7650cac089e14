import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { fetchLimited } from '../platform/fetch-limited.ts'
import { logError, logInfo } from '../platform/log.ts'
import {
  createEvaluator,
  createRolloutSource,
  rolloutDocumentSchema,
  type RolloutSource,
} from '../rollouts/evaluator.ts'

interface Registry {
  /** Its address, `https://registry.example/registry`. */
  url: string
  /** Its token for reading. */
  token: string | undefined
  /** Where the last good document is kept, for a start without the registry. */
  cacheFile: string
  /** Stops following. */
  signal: AbortSignal
}

/** The timeout of a request to the registry, in milliseconds. */
const maxAnswerMs = 5_000
const pauseMs = 1_000

/**
 * Follows the rollout document of a registry: starts with the last good one on the disk, and polls
 * every second.
 */
export function followRegistry({ url, token, cacheFile, signal }: Registry): RolloutSource {
  const source = createRolloutSource()
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const cache = documentCache(cacheFile)
  let etag = ''
  let isDown = false

  applyDocument(cache.read(), false)
  void pollForEver()
  return source

  function applyDocument(text: string | undefined, isNew: boolean): void {
    if (text === undefined) return
    try {
      const document = rolloutDocumentSchema.parse(JSON.parse(text))
      if (source.set(createEvaluator(document)) && isNew) cache.write(text)
    } catch (error) {
      // A document that cannot be evaluated changes nothing.
      logError('rollout document refused', error)
    }
  }

  async function refresh(): Promise<void> {
    try {
      const answer = await fetchLimited(`${url}/document`, {
        headers: { ...headers, ...(etag !== '' && { 'if-none-match': etag }) },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(maxAnswerMs)]),
      })
      if (answer.status === 401) throw new Error('It does not know this token: set REGISTRY_TOKEN')
      if (!answer.ok && answer.status !== 304) throw new Error(`It answered ${answer.status}`)
      if (isDown) logInfo('registry reachable again')
      isDown = false
      if (answer.status === 304) return
      applyDocument(await answer.text(), true)
      etag = answer.headers.get('etag') ?? ''
    } catch (error) {
      if (!isDown && !signal.aborted) logError('registry unreachable', error)
      isDown = true
    }
  }

  async function pollForEver(): Promise<void> {
    while (!signal.aborted) {
      await refresh()
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** Stores the last good rollout document in a file. */
function documentCache(file: string) {
  return {
    read(): string | undefined {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return undefined
      }
    },
    /** A full or read-only disk only prevents a start without the registry. */
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
