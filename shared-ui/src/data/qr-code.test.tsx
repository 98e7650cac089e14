import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { QrCode } from './qr-code.tsx'

test('a link is drawn with the white border that cameras need, and anew when it changes', async () => {
  const drawing = async (link: string) => {
    const picture = await screen.findByRole('img', { name: link })
    return picture.querySelector('path')?.getAttribute('d')
  }
  const code = (link: string) => <QrCode text={link} label={link} />
  const { rerender } = render(code('https://wa.me/919876543210'))
  const first = await drawing('https://wa.me/919876543210')
  rerender(code('https://wa.me/919876543211'))
  const second = await drawing('https://wa.me/919876543211')

  // The upper edge of the first corner is seven modules wide, four from each border.
  expect(first).toMatch(/^M4 4h7v1h-7z/)
  expect(second).toMatch(/^M4 4h7v1h-7z/)
  expect(second).not.toBe(first)
})
