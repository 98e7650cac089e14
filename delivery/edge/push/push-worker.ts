/// <reference lib="webworker" />
import type { PushWorkerQuestion } from '@errand/contract/push-worker'

// Shows push notifications. It handles no requests and caches nothing, so that releases stay the
// edge's to decide.
{
  const worker = globalThis as unknown as ServiceWorkerGlobalScope

  // A suspended page never answers, nor does one without a session.
  const maxAnswerMs = 300
  // Alerts of one chat within this time make one sound.
  const burstMs = 30_000
  const homePath = '/dashboard'
  // A test is for whoever is looking, and of credit no chat tells.
  const stayingKinds = new Set(['test', 'lowBalance'])

  interface Shown {
    path: string
    at: number
  }

  const askPage = (page: WindowClient, question: PushWorkerQuestion): Promise<boolean> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', ({ data }) => resolve(data === true))
      port1.start()
      setTimeout(() => resolve(false), maxAnswerMs)
      page.postMessage(question, [port2])
    })

  const findPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

  const isOwnerLooking = async (): Promise<boolean> => {
    const pages = await findPages()
    const answers = await Promise.all(
      pages.map((page) => askPage(page, { type: 'errand.is-in-front' })),
    )
    return answers.includes(true)
  }

  // A message that cannot be read is shown too: browsers end subscriptions that show nothing.
  const readAlert = (data: PushMessageData | null) => {
    const read = (): Record<string, unknown> => {
      try {
        return { ...data?.json() }
      } catch {
        return {}
      }
    }
    const alert = read()
    const text = (name: string, otherwise: string) =>
      typeof alert[name] === 'string' && alert[name] !== '' ? alert[name] : otherwise
    return {
      title: text('title', 'Errand'),
      body: text('body', ''),
      path: text('path', homePath),
      tag: text('tag', 'errand'),
      lang: text('lang', ''),
      kind: text('kind', ''),
    }
  }

  const show = async (data: PushMessageData | null): Promise<void> => {
    const { title, body, path, tag, lang, kind } = readAlert(data)
    const { registration } = worker
    const findShown = () => registration.getNotifications({ tag })
    const isSeen = !stayingKinds.has(kind) && (await isOwnerLooking())
    const isShown = (await findShown()).some(
      (shown) => Date.now() - ((shown.data as Shown | null)?.at ?? 0) < burstMs,
    )
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      tag,
      lang,
      dir: 'auto',
      icon: '/push-icon.png',
      badge: '/push-badge.png',
      data: { path, at: Date.now() } satisfies Shown,
      silent: isSeen || isShown,
      renotify: !isSeen && !isShown,
    }
    await registration.showNotification(title, options)
    // Shown before it is closed: Safari ends subscriptions whose messages show nothing.
    if (isSeen) for (const shown of await findShown()) shown.close()
  }

  /** The path within this site; anything else opens the dashboard. */
  const readPath = (data: unknown): string => {
    const { path } = (data ?? {}) as Partial<Shown>
    const { origin } = worker.location
    // Safari 17 has push messages, but no `URL.parse`.
    if (typeof path !== 'string' || !URL.canParse(path, origin)) return homePath
    const url = new URL(path, origin)
    // To a router `//evil.example` leads to another site.
    if (url.origin !== origin || url.pathname.startsWith('//')) return homePath
    return url.pathname + url.search + url.hash
  }

  const open = async (path: string): Promise<void> => {
    const [page] = await findPages()
    // Asked before it is focused: a click allows either to focus a window or to open one.
    const isOpened = page !== undefined && (await askPage(page, { type: 'errand.open', path }))
    await (isOpened ? page.focus() : worker.clients.openWindow(path))
  }

  worker.addEventListener('install', () => void worker.skipWaiting())
  worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(readPath(event.notification.data)))
  })
  // Only a page has a session: it registers the new subscription when it is opened next.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription | null }
    if (!oldSubscription) return
    const subscribing = worker.registration.pushManager.subscribe(oldSubscription.options)
    ;(event as ExtendableEvent).waitUntil(subscribing)
  })
}
