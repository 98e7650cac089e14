import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { answer, openChat, refusal } from '../../testing/page.tsx'
import { aMessage, aReply, aSession } from '../../testing/samples.ts'

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

const aPhoto = (id: string) => ({
  id,
  mimeType: 'image/jpeg',
  bytes: 900,
  fileName: `${id}.jpg`,
  url: `/api/files/${id}`,
})

/** A chat with a photo from Ravi, a document, and a photo with a caption from the owner. */
function openAlbum() {
  const session = aSession()
  const { id: sessionId } = session
  const document = { ...aPhoto('fil_2'), mimeType: 'application/pdf' }
  openChat(session, [
    aMessage({ sessionId, seq: 1, type: 'image', text: '', media: aPhoto('fil_1') }),
    aMessage({ sessionId, seq: 2, type: 'document', text: '', media: document }),
    aReply({ sessionId, seq: 3, type: 'image', text: 'Our shop', media: aPhoto('fil_3') }),
  ])
}

test('a photo opens, arrow keys move between the chat’s photos, and Close returns to it', async () => {
  openAlbum()
  answer('get */api/files/:id', () => new HttpResponse('photo'))
  const first = await screen.findByRole('button', { name: 'Photo from Ravi' })
  await screen.findByRole('button', { name: 'Our shop' })

  await userEvent.click(first)
  const dialog = await screen.findByRole('dialog', { name: 'Photo from Ravi' })
  expect(await within(dialog).findByRole('img', { name: 'Photo from Ravi' })).toBeVisible()
  expect(within(dialog).getByText('1 of 2')).toBeVisible()

  await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
  expect(await within(dialog).findByRole('img', { name: 'Our shop' })).toBeVisible()
  expect(within(dialog).getByText('2 of 2')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Previous photo' }))
  expect(await within(dialog).findByText('1 of 2')).toBeVisible()

  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a photo is downloaded with its file name', async () => {
  openAlbum()
  answer('get */api/files/:id', () => new HttpResponse('photo'))
  await userEvent.click(await screen.findByRole('button', { name: 'Our shop' }))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Download' }))

  await waitFor(() => expect(saved).toEqual(['fil_3.jpg']))
})

test('a photo that did not load has a retry button in its place', async () => {
  openAlbum()
  let isGone = true
  answer('get */api/files/:id', () =>
    isGone ? refusal(404, 'not_found') : new HttpResponse('photo'),
  )
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' })

  isGone = false
  await userEvent.click(retry as HTMLElement)

  expect(await screen.findByRole('button', { name: 'Photo from Ravi' })).toBeVisible()
})
