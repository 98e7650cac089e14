interface DesktopNotification {
  title: string
  body: string
  /** A notification with the same tag replaces this one. */
  tag: string
  /** The page that a click opens. */
  path?: string
  /** Opens it in this tab. */
  open?: (path: string) => void
}

/** Asks the browser for permission once; resolves to its decision. */
export async function requestNotificationPermission(): Promise<NotificationPermission> {
  if (notificationPermission() === 'default') await Notification.requestPermission()
  return notificationPermission()
}

/** The browser's permission; `denied` where notifications are not supported. */
export const notificationPermission = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied'

const canNotify = (): boolean => notificationPermission() === 'granted'

/** Shows a system notification if allowed; resolves to whether it was shown. */
export async function showNotification(notification: DesktopNotification): Promise<boolean> {
  if (!canNotify()) return false
  try {
    await (
      await findShower()
    )(notification)
    return true
  } catch {
    // Mobile browsers show notifications from service workers only.
    return false
  }
}

/**
 * Where push messages arrive, the service worker shows this page's notifications as well: only then
 * one of either replaces the other.
 */
async function findShower(): Promise<(shown: DesktopNotification) => unknown> {
  const { serviceWorker } = navigator as Partial<Navigator>
  const registration = await serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager.getSubscription().catch(() => null)
  if (registration === undefined || !subscription) return showFromPage
  return ({ title, body, tag, path }) =>
    registration.showNotification(title, {
      body,
      tag,
      icon: '/push-icon.png',
      data: { path, at: Date.now() },
    })
}

function showFromPage({ title, body, tag, path, open }: DesktopNotification): void {
  const notification = new Notification(title, { body, tag })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    if (path !== undefined) open?.(path)
  })
}

/** Two short tones, synthesized because a file would have to be fetched first. */
const tones = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
]
const toneSeconds = 0.35
const volume = 0.12

/** Plays the sound for something that needs the owner. */
export function playChime(): void {
  // Before the first user gesture browsers block sound and would play it later.
  const { userActivation } = navigator as Partial<Navigator>
  if (userActivation !== undefined && !userActivation.hasBeenActive) return
  const audio = new AudioContext()
  for (const { hertz, at } of tones) {
    const start = audio.currentTime + at
    const tone = new OscillatorNode(audio, { frequency: hertz })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(volume, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds)
    tone.connect(gain).connect(audio.destination)
    tone.start(start)
    tone.stop(start + toneSeconds)
    tone.addEventListener('ended', () => void (at > 0 && audio.close()))
  }
}
