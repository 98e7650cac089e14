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

/** Shows a system notification if allowed; resolves to whether it was shown. */
export async function showNotification(notification: DesktopNotification): Promise<boolean> {
  if (notificationPermission() !== 'granted') return false
  try {
    const registration = await findRegistration()
    if (registration === undefined) showFromPage(notification)
    else await showFromWorker(registration, notification)
    return true
  } catch {
    // Mobile browsers show notifications from service workers only.
    return false
  }
}

/** The service worker of this browser, if it has one. */
export const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (navigator as Partial<Navigator>).serviceWorker?.getRegistration()

const showFromWorker = (
  registration: ServiceWorkerRegistration,
  { title, body, tag, path }: DesktopNotification,
): Promise<void> =>
  registration.showNotification(title, { body, tag, icon: '/push-icon.png', data: { path } })

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
