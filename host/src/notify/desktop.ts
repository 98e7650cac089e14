interface DesktopNotification {
  title: string
  body: string
  /** Another with the same tag takes its place. */
  tag: string
  onClick?: () => void
}

/** Asks the browser for leave to notify, once; answers what it says. */
export async function requestNotificationPermission(): Promise<NotificationPermission> {
  if (notificationPermission() === 'default') await Notification.requestPermission()
  return notificationPermission()
}

/** What this browser says to notifications; one that knows none refuses them. */
export const notificationPermission = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied'

const canNotify = (): boolean => notificationPermission() === 'granted'

/** Shows a notification of the system, where that is allowed; answers whether it is shown. */
export function showNotification({ title, body, tag, onClick }: DesktopNotification): boolean {
  if (!canNotify()) return false
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

/** Two short tones, made here: a file would have to be fetched when there is something to hear. */
const tones = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
]
const toneSeconds = 0.35
const volume = 0.12

/** Plays the sound of something that needs its owner. */
export function playChime(): void {
  // Before the first press anywhere a browser is silent, and keeps what it was asked to play.
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
