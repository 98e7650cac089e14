import type { AlertDevice, AlertsResponse } from '@errand/contract/alerts'
import { server } from '@errand/shared-auth/testing'
import { http, HttpResponse } from 'msw'

const noWay: AlertsResponse = {
  publicKey: 'BPJu',
  devices: [],
  email: { sender: 'none', address: '' },
}
/** E-mails that arrive. */
export const byEmail = { sender: 'product', address: 'asha@shop.example' } as const
/** A device that works. */
export const phone: AlertDevice = {
  id: 'dev_phone',
  label: 'Chrome, Android',
  createdAt: '2026-11-20T10:00:00Z',
  lastSentAt: '2026-11-20T11:00:00Z',
  isFailing: false,
}

/** An api that keeps devices, and what it was asked. */
export function answerAlerts(alerts: Partial<AlertsResponse> = {}, onAsked = () => {}) {
  let { devices } = { ...noWay, ...alerts }
  const added: unknown[] = []
  const tested: unknown[] = []
  server.use(
    http.get('*/api/auth/alerts', () => {
      onAsked()
      return HttpResponse.json({ ...noWay, ...alerts, devices })
    }),
    http.post('*/api/auth/alerts/devices', async ({ request }) => {
      added.push(await request.json())
      const device = { ...phone, id: `dev_${added.length}`, label: 'This one', lastSentAt: null }
      devices = [...devices, device]
      return HttpResponse.json(device, { status: 201 })
    }),
    http.delete('*/api/auth/alerts/devices/:id', ({ params }) => {
      devices = devices.filter(({ id }) => id !== params['id'])
      return HttpResponse.json({ success: true })
    }),
    http.post('*/api/auth/alerts/test', async ({ request }) => {
      tested.push(await request.json())
      return HttpResponse.json({
        ok: false,
        message: 'The device refused it.',
        hint: 'Add it again.',
      })
    }),
  )
  return { added, tested, devices: () => devices.map(({ id }) => id) }
}
