import { crc32 } from 'node:zlib'

import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { writeFile } from './files.service.ts'

const api = useTestApi()

/** Stands in all that has to go. */
const mark = 'GPS 52.5 N, Canon 1234'
const bytesOf = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

/** Exif data of a camera that writes in this order, held sideways. */
function cameraExif(order: 'II' | 'MM'): Buffer {
  const signs = bytesOf(order)
  const number = (value: number, size: number) => {
    const bytes = Buffer.alloc(size)
    return (
      order === 'II' ? bytes.writeUIntLE(value, 0, size) : bytes.writeUIntBE(value, 0, size), bytes
    )
  }
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    bytesOf(number(tag, 2), number(type, 2), number(count, 4), value)
  const maker = entry(0x010f, 2, mark.length, number(38, 4))
  const orientation = entry(0x0112, 3, 1, bytesOf(number(6, 2), [0, 0]))
  const head = bytesOf(signs, number(42, 2), number(8, 4), number(2, 2), maker, orientation)
  return bytesOf(head, [0, 0, 0, 0], mark)
}

/** Exif data that says nothing but how the camera was held. */
const keptExif = bytesOf(
  'MM\0*\0\0\0\x08',
  '\0\x01',
  '\x01\x12\0\x03\0\0\0\x01\0\x06\0\0',
  '\0\0\0\0',
)

function segment(code: number, ...content: (string | Buffer)[]): Buffer {
  const body = bytesOf(...content)
  return bytesOf([0xff, code, (body.length + 2) >> 8, (body.length + 2) & 0xff], body)
}

const [start, end] = [
  [0xff, 0xd8],
  [0xff, 0xd9],
]
const scan = bytesOf([0xff, 0xda, 0, 3, 1], 'data', [0xff, 0, 0xff, 0xd0, 0xff, 0xff], 'more')
const looks = {
  jfif: segment(0xe0, 'JFIF\0\x01\x02'),
  profile: segment(0xe2, 'ICC_PROFILE\0 colours'),
  adobe: segment(0xee, 'Adobe\0d'),
  tables: segment(0xdb, 'tables'),
}
const thumbnail = bytesOf(start, end)

const jpeg = bytesOf(
  start,
  looks.jfif,
  segment(0xe1, 'Exif\0\0', cameraExif('II'), thumbnail),
  segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', mark),
  looks.profile,
  segment(0xe2, 'MPF\0', mark),
  segment(0xed, 'Photoshop 3.0\0', mark),
  segment(0xfe, mark),
  looks.adobe,
  looks.tables,
  scan,
  segment(0xc4, 'again'),
  scan,
  end,
  start,
  segment(0xe1, 'Exif\0\0', cameraExif('MM')),
  end,
  `ftyp ${mark}`,
)
const cleanJpeg = bytesOf(
  start,
  looks.jfif,
  segment(0xe1, 'Exif\0\0', keptExif),
  looks.profile,
  looks.adobe,
  looks.tables,
  scan,
  segment(0xc4, 'again'),
  scan,
  end,
)

function chunk(type: string, ...content: (string | Buffer)[]): Buffer {
  const body = bytesOf(type, ...content)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return bytesOf(length, body, sum)
}

const pngStart = bytesOf('\x89PNG\r\n\x1A\n', chunk('IHDR', '13 bytes'), chunk('sRGB', '\0'))
const pngEnd = bytesOf(chunk('IDAT', 'x'.repeat(20_000)), chunk('IDAT', 'more'), chunk('IEND'))
const png = bytesOf(
  pngStart,
  chunk('eXIf', cameraExif('MM')),
  chunk('tEXt', mark),
  chunk('iTXt', mark),
  chunk('zTXt', mark),
  chunk('tIME', mark),
  pngEnd,
  mark,
)
const cleanPng = bytesOf(pngStart, chunk('eXIf', keptExif), pngEnd)

function piece(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return bytesOf(type, length, content, content.length % 2 === 1 ? [0] : [])
}

const riff = (...pieces: Buffer[]) => piece('RIFF', bytesOf('WEBP', ...pieces))
const features = (flags: number) => piece('VP8X', bytesOf([flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]))
const pixels = piece('VP8 ', bytesOf('odd'))
const exif = cameraExif('II')
const webp = bytesOf(
  riff(features(0x0c), pixels, piece('EXIF', exif), piece('XMP ', bytesOf(mark))),
  mark,
)
const blankExif = bytesOf(keptExif, Buffer.alloc(exif.length - keptExif.length))
const cleanWebp = riff(
  features(0x08),
  pixels,
  piece('EXIF', blankExif),
  piece('XMP ', Buffer.alloc(mark.length)),
)

const photos = [
  ['JPEG', 'image/jpeg', jpeg, cleanJpeg],
  ['PNG', 'image/png', png, cleanPng],
  ['WebP', 'image/webp', webp, cleanWebp],
] as const

test.each(photos)(
  'a kept %s says nothing of its place and camera, and stays as it is turned',
  async (_, mimeType, photo, clean) => {
    const owner = await api.newOwner()
    const file = { ownerId: owner.id, name: 'photo', mimeType }

    for (const size of [1, 4096, photo.length]) {
      const count = Math.ceil(photo.length / size)
      const pieces = Array.from({ length: count }, (__, at) =>
        photo.subarray(at * size, (at + 1) * size),
      )
      const { id, size: kept } = await writeFile(api, file, pieces)
      const answer = await owner.stream(`/api/files/${id}`, {})
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals(clean), `in pieces of ${size}`).toBe(true)
      expect(kept).toBe(clean.length)
    }
  },
)

test.each(photos.slice(0, 2))(
  'an uploaded %s is sent without its marks',
  async (name, type, photo, clean) => {
    const owner = await api.newOwner()
    const headers = { 'x-file-name': `photo.${name}`, 'content-type': type }
    const body = new Blob([new Uint8Array(photo)])
    const { file } = (await owner.call('POST', '/api/files', { headers, body })).body
    expect(file).toMatchObject({ mimeType: type, bytes: clean.length })
    const answer = await owner.stream(`/api/files/${file.id}`, {})
    expect(Buffer.from(await answer.arrayBuffer()).equals(clean)).toBe(true)
  },
)

test.each([
  [
    'JPEG that ends in its picture',
    jpeg.subarray(0, jpeg.indexOf('more')),
    /data\xFF\0\xFF\xD0\xFF\xFF$/,
  ],
  ['JPEG that ends in its marks', jpeg.subarray(0, jpeg.indexOf(mark) + 9), /\xFF\xE1\0"Exif/],
  ['PNG that ends in its marks', png.subarray(0, png.indexOf(mark) + 9), /eXIfMM/],
  ['PNG with nonsense in it', bytesOf('\x89PNG\r\n\x1A\n', '1234!!!! more'), /1234!!!! more$/],
  ['WebP that ends in its marks', webp.subarray(0, webp.indexOf(mark) + 9), /VP8 .*EXIF/s],
])('a %s is kept as far as it can be read', async (_, photo, kept) => {
  const owner = await api.newOwner()
  const file = { ownerId: owner.id, name: 'photo', mimeType: 'image/jpeg' }

  const { id } = await writeFile(api, file, [photo])

  const answer = await owner.stream(`/api/files/${id}`, {})
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  expect(text).toMatch(kept)
  expect(text).not.toContain('GPS')
})
