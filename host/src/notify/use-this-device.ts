import type { AlertsResponse } from '@errand/contract/alerts'
import type { User } from '@errand/contract/auth'
import { saveSettings, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { notificationPermission } from './desktop.ts'
import { addThisDevice, pushSupport, readThisDevice, removeThisDevice } from './this-device.ts'

const saveDesktop = (desktop: boolean) => saveSettings({ settings: { notifications: { desktop } } })

/** Whether notifications come to this browser, and what switches them on and off. */
export function useThisDevice(user: User, alerts: AlertsResponse) {
  const { uid, settings } = user
  const { desktop } = settings.notifications
  const device = readThisDevice(uid)
  // It may have been removed on another device.
  const id = alerts.devices.find((each) => each.id === device?.id)?.id
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (isWanted: boolean) => {
      if (isWanted) {
        const added = await addThisDevice(uid)
        // Without push messages they come while the product is open.
        if (added === 'no-push' && !desktop) await saveDesktop(true)
        return added
      }
      await removeThisDevice(uid)
      if (desktop) await saveDesktop(false)
      return undefined
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  const permission = notificationPermission()
  return {
    id,
    isOn: id !== undefined || (desktop && permission === 'granted'),
    isBusy: isPending,
    isRefused: data === 'refused',
    canAsk: permission !== 'denied',
    support: data === 'no-push' ? 'open' : pushSupport(alerts.publicKey),
    turn: (isWanted: boolean) => mutate(isWanted),
  } as const
}

export type ThisDevice = ReturnType<typeof useThisDevice>
