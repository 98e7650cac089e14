import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

import * as z from 'zod/mini'

import type { MappedPlace, Place } from './source-places.ts'

/** A mapping of a source map, which nobody has checked; lines and columns count from 0. */
const mappingSchema = z.object({
  originalSource: z.string(),
  originalLine: z.int().check(z.gte(0)),
  originalColumn: z.int().check(z.gte(0)),
})

const maxFileLength = 200

const mappedPlaces: MappedPlace[] = workerData
const found = new Map<MappedPlace, Place | null>()
// One map at a time, because a decoded one is large.
for (const [mapFile, places] of Map.groupBy(mappedPlaces, (place) => place.mapFile)) {
  const map = readMap(mapFile)
  for (const place of places) found.set(place, map === undefined ? null : findPlace(map, place))
}
parentPort?.postMessage(mappedPlaces.map((place) => found.get(place) ?? null))

/** Undefined if there is none, or none that can be read. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function findPlace(map: SourceMap, { line, column }: MappedPlace): Place | null {
  const mapping = mappingSchema.safeParse(map.findEntry(line - 1, column - 1)).data
  if (mapping === undefined) return null
  return {
    // Without characters that would command the terminal of whoever reads it.
    file: mapping.originalSource.slice(0, maxFileLength).replaceAll(/\p{C}/gu, ' '),
    line: mapping.originalLine + 1,
    column: mapping.originalColumn + 1,
  }
}
