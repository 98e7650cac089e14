import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answer, openChat, replyBox } from '../../testing/page.tsx'
import { anId, aSession } from '../../testing/samples.ts'
import { aRecording } from '../../testing/webm.ts'
import { webmToOgg } from './webm-to-ogg.ts'

const packets = [
  new Uint8Array(70).fill(1),
  new Uint8Array(255).fill(2),
  new Uint8Array(700).fill(3),
]

/** The microphone and the recorder of a browser that records as Chrome does. */
function plugIn({ isRefused = false } = {}) {
  const stopped = vi.fn()
  const made: Recorder[] = []
  const stream = { getTracks: () => [{ stop: stopped }] }
  const getUserMedia = async () => {
    if (isRefused) throw new DOMException('No', 'NotAllowedError')
    return stream
  }
  class Recorder extends EventTarget {
    static isTypeSupported = (type: string) => type.startsWith('audio/webm')
    readonly stream = stream
    state = 'inactive'
    start() {
      this.state = 'recording'
      made.push(this)
    }
    stop(recorded: BlobPart[] = [aRecording(packets)]) {
      if (this.state === 'inactive') throw new DOMException('Stopped', 'InvalidStateError')
      this.state = 'inactive'
      const data = new Blob(recorded, { type: 'audio/webm;codecs=opus' })
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
      this.dispatchEvent(new Event('stop'))
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  /** Takes the microphone away, as a call does. */
  const unplug = (recorded?: BlobPart[]) => act(() => made.at(-1)?.stop(recorded))
  return { stopped, unplug }
}

/** Takes uploads as the api does; answers what was uploaded. */
function takeUploads() {
  const uploads: { type: string | null; bytes: Uint8Array }[] = []
  answer('post */api/files', async (_, request) => {
    const bytes = new Uint8Array(await request.arrayBuffer())
    uploads.push({ type: request.headers.get('content-type'), bytes })
    const file = { id: anId('fil', 1), mimeType: 'audio/ogg', bytes: bytes.length, fileName: 'a' }
    return { success: true, file }
  })
  return uploads
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const record = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Record a voice message' }))

test('a recording is sent as Ogg, and the text stays in the box', async () => {
  const { stopped } = plugIn()
  const { sent } = openChat(aSession())
  const uploads = takeUploads()
  await userEvent.type(await replyBox(), 'Later')
  await record()
  expect(await screen.findByRole('group', { name: 'Recording' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Send/ })).toHaveLength(1)

  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(sent).toMatchObject([{ message: '', mediaId: anId('fil', 1) }]))
  expect(uploads.map(({ type }) => type)).toEqual(['audio/ogg'])
  expect(new TextDecoder().decode(uploads[0]?.bytes.subarray(0, 4))).toBe('OggS')
  expect(stopped).toHaveBeenCalled()
  expect(screen.queryByRole('group', { name: 'Recording' })).toBeNull()
  expect(await replyBox()).toHaveValue('Later')
})

test('a lost microphone keeps the recording, which can be sent', async () => {
  const { unplug } = plugIn()
  const { sent } = openChat(aSession())
  takeUploads()
  await record()
  await screen.findByRole('group', { name: 'Recording' })

  unplug()
  expect(
    await screen.findByText('The microphone stopped. What was recorded is kept.'),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toMatchObject([{ mediaId: anId('fil', 1) }]))

  await record()
  await screen.findByRole('group', { name: 'Recording' })
  unplug([])
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^Nothing was recorded/)).toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('a discarded recording is not sent and frees the microphone', async () => {
  const { stopped } = plugIn()
  const { sent, router } = openChat(aSession())
  await record()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard the recording' }))
  expect(screen.queryByRole('group', { name: 'Recording' })).toBeNull()
  expect(stopped).toHaveBeenCalledTimes(1)

  await record()
  await screen.findByRole('group', { name: 'Recording' })
  // What is shown asks before it is left only after React's effects.
  await act(async () => {})
  await act(() => router.navigate('/chats'))
  const asked = await screen.findByRole('dialog', { name: 'Leave without sending?' })
  expect(stopped).toHaveBeenCalledTimes(1)
  await userEvent.click(within(asked).getByRole('button', { name: 'Discard the recording' }))
  await waitFor(() => expect(stopped).toHaveBeenCalledTimes(2))
  expect(sent).toEqual([])
})

test('a refused microphone shows a message', async () => {
  plugIn({ isRefused: true })
  openChat(aSession())

  await record()

  const why = 'The microphone cannot be used. Allow it in your browser.'
  expect(await screen.findByText(why)).toBeInTheDocument()
})

test('a browser that cannot record shows what to do instead', async () => {
  openChat(aSession())

  await record()

  const why = 'This browser cannot record here. Attach an audio file instead.'
  expect(await screen.findByText(why)).toBeInTheDocument()
})

/** The packets of Ogg pages, and when the last one ends. */
function readOgg(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer)
  const found: Uint8Array[] = []
  let samples = 0n
  for (let at = 0; at < bytes.length;) {
    const lacing = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0))
    samples = view.getBigUint64(at + 6, true)
    at += 27 + lacing.length
    let size = 0
    for (const length of lacing) {
      size += length
      if (length === 255) continue
      found.push(bytes.slice(at, at + size))
      at += size
      size = 0
    }
  }
  return { found, samples }
}

test('a WebM recording is converted to Ogg, packet by packet', async () => {
  // One second of packets of 20 ms, more than fit on a page.
  const many = Array.from({ length: 600 }, (_, index) => new Uint8Array(80).fill(index % 250, 1))
  for (const packet of many) packet[0] = 0xf8

  const ogg = await webmToOgg(new Blob([aRecording(many)]))
  const { found, samples } = readOgg(new Uint8Array((await ogg?.arrayBuffer()) ?? []))

  expect(ogg?.type).toBe('audio/ogg')
  const [head, tags, ...rest] = found.map((packet) => Buffer.from(packet))
  expect(head?.toString('latin1', 0, 8)).toBe('OpusHead')
  expect(tags?.toString('latin1', 0, 8)).toBe('OpusTags')
  expect(rest.map((packet) => packet.toString('hex'))).toEqual(
    many.map((packet) => Buffer.from(packet).toString('hex')),
  )
  expect(samples).toBe(600n * 960n)
})

test('a file that is not an Opus recording is not converted', async () => {
  expect(await webmToOgg(new Blob(['RIFF of something else']))).toBeUndefined()
  expect(await webmToOgg(new Blob([new Uint8Array(5000)]))).toBeUndefined()
})
