import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { sourceMapName } from '../../releases/source-maps.ts'
import type { ReleaseError } from '../../rollouts/exposure.ts'
import { findUnsafeName } from '../../signing/signatures.ts'

/** A place in a file; lines and columns count from 1. */
export interface Place {
  file: string
  line: number
  column: number
}

/** A place in a script, and where the script's source map is. */
export interface MappedPlace extends Pick<Place, 'line' | 'column'> {
  /** Undefined for what is no file of a release. */
  mapFile: string | undefined
}

type LocatedError = Omit<ReleaseError, 'message'> & { app: string; version: string }

/** Enough to decode the largest maps. */
const maxOldGenerationSizeMb = 1024

let lastSearch: Promise<unknown> = Promise.resolve()

/**
 * Finds the places of errors in the source; null where the release has no source map. In a thread
 * of its own, because decoding a large map would hold up other requests, and one search at a time,
 * because it takes much memory.
 */
export function findSources(
  releasesDir: string,
  errors: LocatedError[],
): Promise<(Place | null)[]> {
  const places = errors.map((error) => mappedPlace(releasesDir, error))
  const found = lastSearch.then(() => searchInWorker(places))
  lastSearch = found.catch(() => {})
  return found
}

async function searchInWorker(places: MappedPlace[]): Promise<(Place | null)[]> {
  if (places.length === 0) return []
  const worker = new Worker(new URL('source-places-worker.ts', import.meta.url), {
    workerData: places,
    resourceLimits: { maxOldGenerationSizeMb },
  })
  const [found] = await once(worker, 'message')
  return found
}

function mappedPlace(
  releasesDir: string,
  { app, version, file, line, column }: LocatedError,
): MappedPlace {
  // The name comes from a browser.
  const isName = findUnsafeName({ [file]: '' }) === undefined
  const mapFile = isName ? join(releasesDir, app, version, sourceMapName(file)) : undefined
  return { mapFile, line, column }
}
