import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { LRUCache } from 'lru-cache'

import { sourceMapName } from '../../releases/source-maps.ts'
import type { ReleaseError } from '../../rollouts/exposure.ts'
import { findUnsafeName } from '../../signing/signatures.ts'

/** A place in a file; lines and columns count from 1. */
export interface Place {
  file: string
  line: number
  column: number
}

/** A place in a script, and the script's source map. */
export interface MappedPlace extends Pick<Place, 'line' | 'column'> {
  mapFile: string
  /** When the file was written: it may be deleted, and published again. */
  mapTime: number
}

type LocatedError = Omit<ReleaseError, 'message'> & { app: string; version: string }

/** Enough to decode the largest maps. */
const maxOldGenerationSizeMb = 1024

/** What was found: who looks at errors asks again every few seconds. */
const known = new LRUCache<string, { source: Place | null }>({ max: 10_000 })
const keyOf = (place: MappedPlace): string => JSON.stringify(place)

let lastSearch: Promise<unknown> = Promise.resolve()

/**
 * Finds the places of errors in the source; null where the release has no source map. In a thread
 * of its own, because decoding a large map would hold up other requests, and one search at a time,
 * because it takes much memory.
 */
export async function findSources(
  releasesDir: string,
  errors: LocatedError[],
): Promise<(Place | null)[]> {
  const places = await Promise.all(errors.map((error) => mappedPlace(releasesDir, error)))
  const found = lastSearch.then(() => searchInWorker(places.filter((place) => place !== null)))
  lastSearch = found.catch(() => {})
  await found
  return places.map((place) => (place && known.get(keyOf(place))?.source) ?? null)
}

async function searchInWorker(places: MappedPlace[]): Promise<void> {
  const unknown = places.filter((place) => !known.has(keyOf(place)))
  if (unknown.length === 0) return
  const worker = new Worker(new URL('source-places-worker.ts', import.meta.url), {
    workerData: unknown,
    resourceLimits: { maxOldGenerationSizeMb },
  })
  const [found] = (await once(worker, 'message')) as [(Place | null)[]]
  for (const [index, place] of unknown.entries())
    known.set(keyOf(place), { source: found[index] ?? null })
}

/** Null for what is no file of a release, or has no source map. */
async function mappedPlace(
  releasesDir: string,
  { app, version, file, line, column }: LocatedError,
): Promise<MappedPlace | null> {
  // The name comes from a browser.
  if (findUnsafeName({ [file]: '' }) !== undefined) return null
  const mapFile = join(releasesDir, app, version, sourceMapName(file))
  const stats = await stat(mapFile).catch(() => null)
  return stats && { mapFile, mapTime: stats.mtimeMs, line, column }
}
