import { crc32 } from 'node:zlib'

import type { ByteSource } from './file-store.ts'
import { PieceReader } from './piece-reader.ts'

/**
 * The same bytes, but photos (JPEG, PNG, WebP, by their content) without what says where, when and by
 * what they were taken. The picture itself is not touched, and stays as it is turned.
 */
export async function* withoutPhotoMarks(source: ByteSource): AsyncGenerator<Uint8Array> {
  const bytes = new PieceReader(source)
  try {
    const signs = (await bytes.peek(12)).toString('latin1', 0, 12)
    if (signs.startsWith('\xFF\xD8\xFF')) yield* cleanJpeg(bytes)
    else if (signs.startsWith('\x89PNG\r\n\x1A\n')) yield* cleanPng(bytes)
    else if (/^RIFF[^]{4}WEBP$/.test(signs)) yield* cleanWebp(bytes)
    else yield* bytes.pieces(Infinity)
    // Phones hang films and second pictures on, with marks of their own. Read, as whoever sends waits.
    await bytes.skip(Infinity)
  } finally {
    await bytes.close()
  }
}

const isEnd = (code: number): boolean => code === 0xd9
/** Others are part of the picture, or stand without a length. */
const isSegment = (code: number): boolean =>
  code >= 0xc0 && code < 0xff && !(code >= 0xd0 && code <= 0xd9)

async function* cleanJpeg(bytes: PieceReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield* takeToMarker(bytes)
    const start = await bytes.peek(4)
    const code = start[1] ?? 0
    if (isEnd(code) || start.length < 4) {
      yield await bytes.take(2)
      return
    }
    const segment = await bytes.take(2 + Math.max(2, start.readUInt16BE(2)))
    const kept = cleanSegment(code, segment)
    if (kept !== undefined) yield kept
  }
}

/** The bytes before the next marker that ends the photo or starts a segment. */
async function* takeToMarker(bytes: PieceReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const known = await bytes.peek(2)
    const at = known.length < 2 ? known.length : findMarker(known)
    if (at > 0) yield await bytes.take(at)
    if (known.length < 2 || at < known.length - 1) return
  }
}

/** Where a marker starts; a last byte that may be half of one counts. */
function findMarker(bytes: Buffer): number {
  let at = bytes.indexOf(0xff)
  while (at !== -1) {
    const code = bytes[at + 1]
    if (code === undefined || isEnd(code) || isSegment(code)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

/** The segments of applications that say how a photo is to be shown. */
const shownSegments: Record<number, string> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
}
const exifSign = 'Exif\0\0'

function cleanSegment(code: number, segment: Buffer): Buffer | undefined {
  const isComment = code === 0xfe
  const isOfApplication = code >= 0xe0 && code <= 0xef
  if (!isComment && !isOfApplication) return segment
  const content = segment.toString('latin1', 4, 16)
  const shown = shownSegments[code]
  if (shown !== undefined && content.startsWith(shown)) return segment
  if (code !== 0xe1 || !content.startsWith(exifSign)) return undefined
  const exif = writeExif(readOrientation(segment.subarray(4 + exifSign.length)))
  const length = 2 + exifSign.length + exif.length
  return Buffer.concat([Buffer.from([0xff, code, 0, length]), Buffer.from(exifSign), exif])
}

/** What a PNG needs to look as it does, beside the chunks that each has, which start with a capital. */
const shownChunks = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

async function* cleanPng(bytes: PieceReader): AsyncGenerator<Uint8Array> {
  yield await bytes.take(8)
  for (;;) {
    const start = (await bytes.peek(8)).subarray(0, 8)
    const type = start.toString('latin1', 4)
    // Damaged, so that nobody knows where anything in it is.
    if (!/^[A-Za-z]{4}$/.test(type)) {
      yield* bytes.pieces(Infinity)
      return
    }
    const length = start.readUInt32BE(0) + 4
    await bytes.take(8)
    if (/^[A-Z]/.test(type) || shownChunks.has(type)) {
      yield start
      yield* bytes.pieces(length)
    } else if (type === 'eXIf') {
      yield pngChunk(type, writeExif(readOrientation(await takeExif(bytes, length))))
    } else {
      await bytes.skip(length)
    }
    if (type === 'IEND') return
  }
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** What a WebP needs to look as it does. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const hasXmp = 0x04

/** Its length stands before all else, so what is taken out is overwritten. */
async function* cleanWebp(bytes: PieceReader): AsyncGenerator<Uint8Array> {
  const header = await bytes.take(12)
  yield header
  let left = header.readUInt32LE(4) - 4
  while (left > 0) {
    const start = await bytes.take(8)
    yield start
    if (start.length < 8) return
    const length = start.readUInt32LE(4)
    const padded = length + (length % 2)
    left -= 8 + padded
    yield* cleanChunk(bytes, start.toString('latin1', 0, 4), padded)
  }
}

async function* cleanChunk(
  bytes: PieceReader,
  type: string,
  length: number,
): AsyncGenerator<Uint8Array> {
  if (pictureChunks.has(type)) {
    yield* bytes.pieces(length)
    return
  }
  if (type === 'VP8X') {
    const [flags = 0, ...others] = await bytes.take(Math.min(length, 10))
    yield Uint8Array.from([flags & ~hasXmp, ...others])
    return
  }
  const head = await bytes.take(type === 'EXIF' ? Math.min(length, maxExifBytes) : 0)
  if (head.length > 0) yield blankExif(head)
  for await (const { length: size } of bytes.pieces(length - head.length)) yield Buffer.alloc(size)
}

/** Exif data of the same length that names the orientation alone. */
function blankExif(exif: Buffer): Buffer {
  const isNamed = exif.toString('latin1', 0, exifSign.length) === exifSign
  const kept = writeExif(readOrientation(isNamed ? exif.subarray(exifSign.length) : exif))
  const blank = Buffer.alloc(exif.length)
  if (kept.length <= blank.length) kept.copy(blank)
  return blank
}

/** As much as a JPEG can hold; the orientation is among the first things. */
const maxExifBytes = 64 * 1024

async function takeExif(bytes: PieceReader, length: number): Promise<Buffer> {
  const head = await bytes.take(Math.min(length, maxExifBytes))
  await bytes.skip(length - head.length)
  return head
}

const orientationTag = 0x01_12
const upright = 1

/** How a camera was held, from 1 to 8: without it a photo is shown sideways. */
function readOrientation(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 2) === 'II'
  const read = (at: number, size: 2 | 4) => {
    if (at + size > exif.length) return 0
    return isLittle ? exif.readUIntLE(at, size) : exif.readUIntBE(at, size)
  }
  const start = read(4, 4)
  for (let index = 0; index < read(start, 2); index += 1) {
    const entry = start + 2 + index * 12
    const value = read(entry + 8, 2)
    if (read(entry, 2) === orientationTag && value >= 1 && value <= 8) return value
  }
  return upright
}

/** Exif data that names the orientation alone. */
function writeExif(orientation: number): Buffer {
  const header = [...Buffer.from('MM'), 0, 42, 0, 0, 0, 8]
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return Buffer.from([...header, 0, 1, ...entry, 0, 0, 0, 0])
}
