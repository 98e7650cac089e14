interface Shown {
  title: string
  body: string
  /** Another with the same tag takes its place. */
  tag: string
  onClick?: () => void
}

/** Asks the browser for leave to notify, once; answers what it says. */
export async function askToNotify(): Promise<NotificationPermission> {
  if (leaveToNotify() === 'default') await Notification.requestPermission()
  return leaveToNotify()
}

/** What this browser says to notifications; one that knows none refuses them. */
export const leaveToNotify = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied'

const mayNotify = (): boolean => leaveToNotify() === 'granted'

/** Shows a notification of the system, where that is allowed; answers whether it is shown. */
export function showNotification({ title, body, tag, onClick }: Shown): boolean {
  if (!mayNotify()) return false
  try {
    const notification = new Notification(title, { body, tag })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      onClick?.()
    })
    return true
  } catch {
    // Browsers of phones show notifications for service workers only.
    return false
  }
}
