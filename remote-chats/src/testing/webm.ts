/** An element of WebM: its id, a length of four bytes, and what is inside. */
function element(id: number[], ...parts: Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, 0x10000000 + size)
  return join([new Uint8Array(id), length, ...parts])
}

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A recording as Chrome makes it: a segment and a cluster of unknown length, one block a packet. */
export function aRecording(packets: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
  const head = join([new TextEncoder().encode('OpusHead'), new Uint8Array([1, 1, 0, 0])])
  const track = element([0xae], element([0xd7], new Uint8Array([1])), element([0x63, 0xa2], head))
  const blocks = packets.map((packet) =>
    element([0xa3], new Uint8Array([0x81, 0, 0, 0x80]), packet),
  )
  return join([
    element([0x1a, 0x45, 0xdf, 0xa3], new TextEncoder().encode('webm')),
    new Uint8Array([0x18, 0x53, 0x80, 0x67, ...unknown]),
    element([0x16, 0x54, 0xae, 0x6b], track),
    new Uint8Array([0x1f, 0x43, 0xb6, 0x75, ...unknown]),
    element([0xe7], new Uint8Array([0])),
    ...blocks,
  ])
}
