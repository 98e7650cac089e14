import type { CDPSession, Page } from 'playwright/test'

/** What a browser tells of an event that was long enough to be told. */
interface TimedEvent extends PerformanceEntry {
  interactionId: number
}

declare global {
  interface Window {
    /** The longest event of each interaction, by the browser's own count. */
    interactionTimes?: Map<number, number>
  }
}

/** Shorter ones are not told; they count as this. */
const shortestMs = 16
const slowedBy = 4

type Doing = () => Promise<void>

/** Times from an interaction until the next picture, as the browser itself counts them. */
export interface Interactions {
  /** In the order of the table. */
  results: {
    what: string
    /** Until the next picture, each. */
    times: number[]
    /** What the page's thread needs of a core so slow until it rests; also on a busy machine. */
    work: number[]
  }[]
  /** Does all of it twice, with a rest between: once for the work, once slowed for the time. `ready` is not counted. */
  measure: (what: string, doings: Doing[], ready?: Doing) => Promise<void>
}

/** Begins to count in the page that is open; its CPU is slowed while something is timed. */
export async function countInteractions(page: Page): Promise<Interactions> {
  const cdp = await page.context().newCDPSession(page)
  await page.evaluate((shortest) => {
    const times = (window.interactionTimes ??= new Map())
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as TimedEvent[]) {
        if (interactionId === 0) continue
        times.set(interactionId, Math.max(duration, times.get(interactionId) ?? 0))
      }
    })
    // The types of the browser know no threshold yet.
    observer.observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit)
  }, shortestMs)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const results: Interactions['results'] = []
  return {
    results,
    measure: async (what, doings, ready) => {
      const times: number[] = []
      const work: number[] = []
      for (const act of doings) {
        await ready?.()
        const before = await workOf(cdp)
        await act()
        await longestOfAll(page)
        work.push(slowedBy * ((await workOf(cdp)) - before))
      }
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
      for (const act of doings) {
        await ready?.()
        await page.evaluate(() => window.interactionTimes?.clear())
        await act()
        times.push(await longestOfAll(page))
      }
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      results.push({ what, times, work })
    },
  }
}

/** What the page's thread has had of a core until now, in milliseconds. */
async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Waits until the page rests: what was begun is drawn, and its time has been told. */
async function longestOfAll(page: Page): Promise<number> {
  const longest = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestIdleCallback(() =>
            setTimeout(() => resolve(Math.max(0, ...(window.interactionTimes?.values() ?? [])))),
          ),
        )
      }),
  )
  return Math.max(longest, shortestMs)
}

/** The value that three quarters are not above. */
export function p75(times: readonly number[]): number {
  const inOrder = times.toSorted((one, other) => one - other)
  return inOrder[Math.ceil(inOrder.length * 0.75) - 1] ?? Number.NaN
}
