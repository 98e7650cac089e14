/** Where the edge serves the service worker that shows push notifications. */
export const pushWorkerPath = '/push-worker.js'

/** What the service worker asks the open pages; a page answers through the port, with a boolean. */
export type PushWorkerQuestion =
  /** Whether the owner is looking at the product. */
  | { type: 'errand.is-in-front' }
  /** Whether the page opens this path, because its notification was clicked. */
  | { type: 'errand.open'; path: string }
