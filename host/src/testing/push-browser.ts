import type { PushWorkerQuestion } from '@errand/contract/push-worker'
import { vi } from 'vitest'

/** The endpoint of a browser's first subscription. */
export const endpoint = 'https://push.example/first'

/**
 * A browser that gives this answer to the permission request and, unless it has no push service,
 * subscribes to push messages, which jsdom cannot.
 */
export function aPushBrowser(
  answer: 'granted' | 'denied',
  {
    hasPushService = true,
    wasAsked = false,
  }: { hasPushService?: boolean; wasAsked?: boolean } = {},
) {
  const requestPermission = vi.fn<() => Promise<void>>()
  const unsubscribe = vi.fn<() => void>()
  let subscription: object | null = null
  const subscribeTo = (at: string) => ({
    endpoint: at,
    options: { applicationServerKey: Uint8Array.from([4, 242, 110]).buffer },
    getKey: (name: string) => Uint8Array.from(name === 'p256dh' ? [1, 2, 3] : [4, 5, 6]).buffer,
    unsubscribe: async () => {
      unsubscribe()
      subscription = null
      return true
    },
  })
  class Shown extends EventTarget {
    static permission = wasAsked ? answer : 'default'
    static requestPermission = requestPermission
  }
  requestPermission.mockImplementation(async () => void (Shown.permission = answer))
  vi.stubGlobal('Notification', Shown)
  vi.stubGlobal('PushManager', vi.fn())
  const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>()
  const closeNotification = vi.fn<() => void>()
  const registration = {
    showNotification,
    getNotifications: async () =>
      showNotification.mock.calls.map(([title]) => ({ title, close: closeNotification })),
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        if (!hasPushService) throw new DOMException('No push service', 'AbortError')
        subscription = subscribeTo(endpoint)
        return subscription
      },
    },
  }
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return {
    requestPermission,
    unsubscribe,
    showNotification,
    closeNotification,
    /** A question of the service worker, and the page's answer. */
    ask: (data: PushWorkerQuestion) =>
      new Promise((resolve) => {
        const port = { postMessage: resolve }
        serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }))
      }),
    /** The push service gave it another address. */
    replace: (at: string) => void (subscription = subscribeTo(at)),
  }
}

/** Ends what `aPushBrowser` started. */
export function endPushBrowser(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
}
