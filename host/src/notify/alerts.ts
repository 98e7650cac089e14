import {
  type AlertDevice,
  type AlertsResponse,
  deleteAlertDeviceCall,
  readAlertsCall,
} from '@errand/contract/alerts'
import type { Preferences } from '@errand/contract/settings'
import { callApi, isApiError } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** What can reach the owner: devices, and whose server sends e-mails. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => callApi(readAlertsCall, { signal }),
  })

/** No alert is sent to this device from now on; it may have been removed elsewhere before. */
export async function removeDevice(id: AlertDevice['id']): Promise<void> {
  try {
    await callApi(deleteAlertDeviceCall, { id })
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
  }
}

/** Whether any of the chosen alerts can reach the owner, with no page open. */
export function isReachable({ devices, email }: AlertsResponse, settings: Preferences): boolean {
  const { push, email: letters } = settings.notifications
  return (
    (devices.some(({ isFailing }) => !isFailing) && Object.values(push).includes(true)) ||
    (email.sender !== 'none' && Object.values(letters).includes(true))
  )
}
