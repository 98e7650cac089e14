import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { anEntry } from '../../testing/open-outbox.ts'
import { answer, openChat, refusal, replyBox } from '../../testing/page.tsx'
import { aMessage, anId, aReply, aSession, ahead, closedWindow } from '../../testing/samples.ts'
import { readEntries } from '../entries.ts'

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

const aFile = (name: string, type: string, bytes = 2048) =>
  new File([new Uint8Array(bytes)], name, { type })
const photo = aFile('shop.png', 'image/png')
const menu = aFile('menu.pdf', 'application/pdf')

/** Takes uploads as the api does; answers the names and what each becomes. */
function takeUploads(before: () => unknown = () => undefined) {
  const ids: Record<string, string> = {}
  answer('post */api/files', async (_, request) => {
    const given = await before()
    if (given !== undefined) return given
    const fileName = decodeURIComponent(request.headers.get('x-file-name') ?? '')
    const mimeType = request.headers.get('content-type') ?? ''
    const { byteLength: bytes } = await request.arrayBuffer()
    const id = anId('fil')
    ids[fileName] = id
    return { success: true, file: { id, mimeType, bytes, fileName } }
  })
  return ids
}

const chooser = () =>
  screen.findByLabelText<HTMLInputElement>('Attach files', { selector: 'input' })
const tray = () => screen.findByRole('list', { name: 'Files to send' })
const sendButton = (name = 'Send') => screen.findByRole('button', { name })

test('files are sent in order, with the text as the caption of the first', async () => {
  const { sent } = openChat(aSession())
  const ids = takeUploads()

  await userEvent.upload(await chooser(), [photo, menu])
  expect(within(await tray()).getAllByRole('listitem')).toHaveLength(2)
  await userEvent.type(await replyBox(), 'Our shop')
  await userEvent.click(await sendButton('Send 2 messages'))

  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { message: 'Our shop', mediaId: ids['shop.png'], templateName: 'text_message' },
    { message: '', mediaId: ids['menu.pdf'] },
  ])
  expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull()
  expect(await replyBox()).toHaveValue('')
})

test('text with an audio file is sent as its own message after it', async () => {
  const { sent } = openChat(aSession())
  takeUploads()

  await userEvent.upload(await chooser(), aFile('song.mp3', 'audio/mpeg'))
  await userEvent.type(await replyBox(), 'Listen{Enter}')

  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ message, mediaId }) => [message, mediaId !== undefined])).toEqual([
    ['', true],
    ['Listen', false],
  ])
})

test('a reply waits for its file, and the next reply of the chat waits for it', async () => {
  const { sent } = openChat(aSession())
  const arrived = Promise.withResolvers<undefined>()
  takeUploads(() => arrived.promise)

  await userEvent.upload(await chooser(), photo)
  await userEvent.click(await sendButton())
  await userEvent.type(await replyBox(), 'See above{Enter}')
  const [bubble] = await screen.findAllByRole('article', { name: 'Message from You' })
  expect(within(bubble as HTMLElement).getByRole('progressbar')).toBeVisible()
  expect(sent).toEqual([])

  arrived.resolve(undefined)
  await waitFor(() => expect(sent.map(({ message }) => message)).toEqual(['', 'See above']))
})

test('pasted and dropped files are attached, and pasted text with a picture stays text', async () => {
  openChat(aSession())
  takeUploads()
  const box = await replyBox()
  const paste = (text: string) =>
    fireEvent.paste(box, { clipboardData: { files: [photo], getData: () => text } })

  paste('Ten rows of a table')
  expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull()
  paste('')
  expect(await within(await tray()).findByText('shop.png')).toBeVisible()

  const chat = screen.getByRole('region', { name: 'Ravi' })
  const dataTransfer = { types: ['Files'], files: [menu] }
  fireEvent.dragEnter(chat, { dataTransfer })
  expect(screen.getByText('Drop to send to Ravi')).toBeVisible()
  fireEvent.drop(chat, { dataTransfer })
  expect(await within(await tray()).findByText('menu.pdf')).toBeVisible()
  expect(screen.queryByText('Drop to send to Ravi')).toBeNull()
})

test('dropped files are refused while the window is closed', async () => {
  const session = aSession(closedWindow())
  openChat(session, [aMessage({ sessionId: session.id })])
  const chat = await screen.findByRole('region', { name: 'Ravi' })
  const dataTransfer = { types: ['Files'], files: [menu] }

  fireEvent.dragEnter(chat, { dataTransfer })
  expect(screen.getByText('Files can be sent once Ravi writes again')).toBeVisible()
  // Not cancelled, the browser would leave the page for the file.
  expect(fireEvent.drop(chat, { dataTransfer })).toBe(false)
  expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull()
})

test('a file that is too large or of a wrong type shows the reason and is not sent', async () => {
  openChat(aSession())
  takeUploads(() => refusal(415, 'unsupported_media_type'))

  const large = aFile('film.mp4', 'video/mp4', 16 * 1024 * 1024 + 1)
  await userEvent.upload(await chooser(), [large, aFile('notes.pdf', 'application/pdf')])

  const files = within(await tray())
  expect(await files.findByText('Too large: at most 16 MB')).toBeVisible()
  expect(await files.findByText('Files of this type cannot be sent from here')).toBeVisible()
  expect(await sendButton('Send 2 messages')).toBeDisabled()
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove film.mp4' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove notes.pdf' }))
  expect(await sendButton()).toBeDisabled()
})

test('a lost upload can be retried, before and after sending', async () => {
  const { sent } = openChat(aSession())
  let isLost = true
  const ids = takeUploads(() => (isLost ? HttpResponse.error() : undefined))
  await userEvent.upload(await chooser(), photo)
  const again = await screen.findByRole('button', { name: 'Upload shop.png again' })
  isLost = false
  await userEvent.click(again)
  await waitFor(() => expect(ids['shop.png']).toBeDefined())
  await userEvent.click(await sendButton())
  await waitFor(() => expect(sent).toHaveLength(1))

  const lost = Promise.withResolvers<Response>()
  isLost = true
  answer('post */api/files', () => (isLost ? lost.promise : undefined))
  await userEvent.upload(await chooser(), menu)
  await userEvent.click(await sendButton())
  lost.resolve(HttpResponse.error())
  const retry = await screen.findByRole('button', { name: 'Send again' })
  isLost = false
  await userEvent.click(retry)
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ mediaId: ids['menu.pdf'] }))
})

test('undoing a reply returns its file, which can be sent again', async () => {
  const session = aSession()
  const { sent } = openChat(session)
  const ids = takeUploads()
  answer<{ clientId: string }>('post */reply', ({ clientId }) => {
    const media = { id: ids['shop.png'] ?? '', mimeType: 'image/png', bytes: 2048, url: '/x' }
    const times = { createdAt: ahead(0), heldUntil: ahead(5000) }
    const file = { media: { ...media, fileName: 'shop.png' }, type: 'image', text: '' } as const
    const message = aReply({ sessionId: session.id, clientId, ...file, ...times })
    const balance = { amountMinor: 0, messagesLeft: 9 }
    return sent.length === 0 ? { success: true, message, session, balance } : undefined
  })
  answer('delete */api/chats/messages/:id', () => ({ success: true, restored: '', session }))
  await userEvent.upload(await chooser(), photo)
  await userEvent.click(await sendButton())
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull())

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await within(await tray()).findByText('shop.png')).toBeVisible()
  expect(await sendButton()).toBeEnabled()
})

test('after a reload uploaded files are sent, and others are shown as lost', () => {
  const file = { uploadId: 'u', fileName: 'a.png', mimeType: 'image/png', bytes: 1 }
  const uploaded = { ...anEntry('One'), file: { ...file, mediaId: 'fil_1' }, state: 'sending' }
  const lost = { ...anEntry('Two'), file, state: 'waiting' }

  expect(readEntries([uploaded, lost])).toMatchObject([
    { text: 'One', state: 'waiting' },
    { text: 'Two', state: 'failed', failure: { action: 'choose_again' } },
  ])
})
