/** The packets of a recording, and the header that says how they are decoded. */
interface OpusTrack {
  /** The `OpusHead` packet. */
  head: Uint8Array
  packets: Uint8Array[]
}

/**
 * A recording of a browser as WhatsApp takes it. Chrome records Opus in a WebM container, and
 * WhatsApp wants the same packets in an Ogg one. Undefined for what is no such recording.
 */
export async function webmToOgg(recording: Blob): Promise<Blob | undefined> {
  const track = readWebm(new Uint8Array(await recording.arrayBuffer()))
  if (track === undefined) return undefined
  return new Blob(toOggPages(track), { type: 'audio/ogg' })
}

/** Ids of the elements of WebM (RFC 8794 and 9559) that have others inside, and of those that are read. */
const containers = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0])
const ids = { codecPrivate: 0x63a2, simpleBlock: 0xa3, block: 0xa1 }

function readWebm(bytes: Uint8Array): OpusTrack | undefined {
  let head: Uint8Array | undefined
  const packets: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, { keepsMarker: true })
    const size = readNumber(bytes, at + id.length, { keepsMarker: false })
    const start = at + id.length + size.length
    // What is inside is read next; an element of unknown size ends where the next one begins.
    if (containers.has(id.value)) {
      at = start
      continue
    }
    const content = bytes.subarray(start, start + size.value)
    if (id.value === ids.codecPrivate) head = content
    if (id.value === ids.simpleBlock || id.value === ids.block) {
      // Before the packet: the number of the track, a time of two bytes, and flags.
      packets.push(content.subarray(readNumber(content, 0, { keepsMarker: false }).length + 3))
    }
    at = start + size.value
  }
  const isOpus = head !== undefined && new TextDecoder().decode(head.subarray(0, 8)) === 'OpusHead'
  return isOpus && head !== undefined && packets.length > 0 ? { head, packets } : undefined
}

/** A number of variable length: its first byte has as many zeros before the first one as bytes follow. */
function readNumber(
  bytes: Uint8Array,
  at: number,
  { keepsMarker }: { keepsMarker: boolean },
): { value: number; length: number } {
  const first = bytes[at] ?? 0
  // A byte of zeros is no number; taken as one byte, reading goes on.
  const length = first === 0 ? 1 : Math.clz32(first) - 23
  let value = keepsMarker ? first : first & (0xff >> length)
  for (let next = 1; next < length; next += 1) value = value * 256 + (bytes[at + next] ?? 0)
  return { value, length }
}

/** Ogg counts in samples of this rate, whatever the recording has (RFC 7845). */
const samplesPerMs = 48
const maxSegments = 255
const maxSegmentBytes = 255

interface OggPage {
  packets: Uint8Array[]
  /** How many samples are over at its end. */
  samples: number
  isFirst?: boolean
  isLast?: boolean
}

/** The headers each on a page of their own, then the packets, as many on a page as fit. */
function toOggPages({ head, packets }: OpusTrack): Uint8Array<ArrayBuffer>[] {
  const pages: OggPage[] = [
    { packets: [head], samples: 0, isFirst: true },
    { packets: [opusTags()], samples: 0 },
  ]
  let page: OggPage = { packets: [], samples: 0 }
  let segments = 0
  for (const packet of packets) {
    const needed = Math.floor(packet.length / maxSegmentBytes) + 1
    if (segments + needed > maxSegments) {
      pages.push(page)
      page = { packets: [], samples: page.samples }
      segments = 0
    }
    page.packets.push(packet)
    page.samples += samplesOf(packet)
    segments += needed
  }
  pages.push({ ...page, isLast: true })
  return pages.map((one, number) => writePage(one, number))
}

function opusTags(): Uint8Array {
  const vendor = new TextEncoder().encode('browser')
  const tags = new Uint8Array(8 + 4 + vendor.length + 4)
  tags.set(new TextEncoder().encode('OpusTags'))
  new DataView(tags.buffer).setUint32(8, vendor.length, true)
  tags.set(vendor, 12)
  return tags
}

/** How long a packet is, by its first byte (RFC 6716, 3.1): the length of a frame and their count. */
function samplesOf(packet: Uint8Array): number {
  const [first = 0, second = 0] = packet
  const config = first >> 3
  const silk = [10, 20, 40, 60][config % 4] ?? 20
  const celt = [2.5, 5, 10, 20][config % 4] ?? 20
  const hybrid = [10, 20][config % 2] ?? 20
  const frameMs = config < 12 ? silk : config < 16 ? hybrid : celt
  const code = first & 3
  const frames = code === 0 ? 1 : code === 3 ? second & 0x3f : 2
  return frameMs * frames * samplesPerMs
}

const serialNumber = 1

function writePage({ packets, samples, isFirst, isLast }: OggPage, number: number) {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / maxSegmentBytes) }, () => maxSegmentBytes),
    length % maxSegmentBytes,
  ])
  const size = packets.reduce((sum, { length }) => sum + length, 0)
  const page = new Uint8Array(27 + lacing.length + size)
  const view = new DataView(page.buffer)
  page.set(new TextEncoder().encode('OggS'))
  page[5] = (isFirst === true ? 2 : 0) | (isLast === true ? 4 : 0)
  view.setBigUint64(6, BigInt(samples), true)
  view.setUint32(14, serialNumber, true)
  view.setUint32(18, number, true)
  page[26] = lacing.length
  page.set(lacing, 27)
  let at = 27 + lacing.length
  for (const packet of packets) {
    page.set(packet, at)
    at += packet.length
  }
  view.setUint32(22, checksum(page), true)
  return page
}

/** The checksum of a page: CRC-32 with the polynomial 0x04c11db7, not mirrored. */
function checksum(page: Uint8Array): number {
  let sum = 0
  for (const byte of page) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}
