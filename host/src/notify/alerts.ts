import {
  type AddAlertDeviceInput,
  type AlertDevice,
  alertDeviceSchema,
  type AlertsResponse,
  alertsResponseSchema,
  type TestAlertInput,
  testAlertResponseSchema,
} from '@errand/contract/alerts'
import type { Preferences } from '@errand/contract/settings'
import { api, isApiError } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** What can reach the owner: devices, and whose server sends e-mails. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => api.get('auth/alerts', { signal }).json(alertsResponseSchema),
  })

/** Adds a browser; one with the same subscription is replaced. */
export const addDevice = (input: AddAlertDeviceInput): Promise<AlertDevice> =>
  api.post('auth/alerts/devices', { json: input }).json(alertDeviceSchema)

/** No alert is sent to this device from now on; it may have been removed elsewhere before. */
export async function removeDevice(id: AlertDevice['id']): Promise<void> {
  try {
    await api.delete(`auth/alerts/devices/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
  }
}

/** Sends one alert now; a failed test is a result, not an error. */
export const testAlert = (input: TestAlertInput) =>
  api.post('auth/alerts/test', { json: input }).json(testAlertResponseSchema)

/** Whether any of the chosen alerts can reach the owner, with no page open. */
export function isReachable({ devices, email }: AlertsResponse, settings: Preferences): boolean {
  const { push, email: letters } = settings.notifications
  return (
    (devices.some(({ isFailing }) => !isFailing) && Object.values(push).includes(true)) ||
    (email.sender !== 'none' && Object.values(letters).includes(true))
  )
}
