import * as z from 'zod/mini'

import { readText, refuse, withoutMinusZero, type AnswerReader } from './reading.ts'

const locationSchema = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  name: z.optional(z.string().check(z.maxLength(200))),
  address: z.optional(z.string().check(z.maxLength(500))),
})

const coordinatePair = /^([+-]?\d{1,3}(?:\.\d{1,10})?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d{1,10})?)$/

/** The address of a location without coordinates. */
const addressOf = (raw: unknown): unknown => {
  const { address, latitude } = Object(raw) as { address?: unknown; latitude?: unknown }
  return latitude === undefined ? address : undefined
}

/** The shortest words for a place: `Bld 4`. */
const minAddressLength = 5

/** A shared place, its two numbers as text (latitude, then longitude), or its address in words. */
export const location: AnswerReader = (raw) => {
  const [, latitude, longitude] = coordinatePair.exec(readText(raw, 60) ?? '') ?? []
  const written =
    latitude === undefined ? raw : { latitude: Number(latitude), longitude: Number(longitude) }
  if (latitude === undefined) {
    const address = readText(typeof raw === 'string' ? raw : addressOf(raw), 500) ?? ''
    const isWords = address.length >= minAddressLength && /\p{L}{2}/u.test(address)
    if (isWords) return { value: { address } }
  }
  const parsed = locationSchema.safeParse(written)
  if (!parsed.success) return refuse('invalid_location', 'Not a place: share a location.')
  const place = parsed.data
  return {
    value: {
      ...place,
      latitude: withoutMinusZero(place.latitude),
      longitude: withoutMinusZero(place.longitude),
    },
  }
}

const fileSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  mimeType: z.string().check(z.maxLength(200)),
  bytes: z.int().check(z.nonnegative()),
  fileName: z.optional(z.string().check(z.maxLength(300))),
})

/** The metadata of a file that was sent. */
export const file: AnswerReader = (raw, { validation = {} }) => {
  const parsed = fileSchema.safeParse(raw)
  if (!parsed.success) return refuse('invalid_file', 'Send a file.')
  const { mimeTypes = [], maxBytes } = validation
  const { mimeType, bytes } = parsed.data
  if (mimeTypes.length > 0 && !mimeTypes.some((wanted) => isOfType(mimeType, wanted))) {
    return refuse('wrong_file_type', 'Not a file of this type.', { allowed: mimeTypes })
  }
  if (maxBytes !== undefined && bytes > maxBytes) {
    return refuse('too_large', `At most ${maxBytes} bytes.`, { max: maxBytes })
  }
  return { value: { ...parsed.data, bytes: withoutMinusZero(bytes) } }
}

/** `image/*` stands for all of its kind; parameters such as `; codecs=opus` do not matter. */
function isOfType(mimeType: string, wanted: string): boolean {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  const pattern = wanted.trim().toLowerCase()
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
