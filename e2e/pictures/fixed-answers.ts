import type { Page } from 'playwright/test'

/** The moment that every picture shows. */
const now = new Date('2026-11-21T10:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** So long a test may take to come to a picture. */
const justNowMs = 15 * minuteMs

/** Moments, and days that stand alone. */
const dates = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?(?=["&]|$)/g

/** The numbers that the tests sign up with, and the one that pictures show. */
const numbers = /\+919\d{9}(?=")/g
const number = '+919876543210'

/** Invoices are counted through for all owners. */
const invoiceNumbers = /(?<="[ARC]\/\d\d-\d\d\/)\d{4}(?=")/g

/** The number of an order is its id. */
const orderIds = /(?<="ord_)[0-9A-HJKMNP-TV-Z]{26}(?=")/g
const orderId = '01KAK5A9R0ERRAND0000000000'

/**
 * Has it be `now` for the page and in all that it asks and is answered, whenever the pictures are
 * taken: moments are moved by as much as the clock, to a whole hour, and days by as many days. Its
 * owner always has the same number, and so has each order and invoice. Answers how many calls are on their
 * way.
 */
export async function fixAnswers(page: Page): Promise<() => number> {
  let pending = 0
  await page.clock.setFixedTime(now)
  await page.route('**/api/**', async (route) => {
    const url = new URL(route.request().url())
    // The stream of events does not end.
    if (url.pathname === '/api/events') return route.continue()
    pending += 1
    try {
      url.search = url.search.replaceAll(dates, (day) => movedDay(day, 1))
      const response = await route.fetch({ url: url.href })
      const text = await response.text()
      const body = text
        .replaceAll(dates, moved)
        .replaceAll(numbers, number)
        .replaceAll(invoiceNumbers, '0001')
        .replaceAll(orderIds, orderId)
      return await route.fulfill({ response, body })
    } finally {
      pending -= 1
    }
  })
  return () => pending
}

function moved(text: string): string {
  if (text.length === 'yyyy-mm-dd'.length) return movedDay(text, -1)
  const ms = now.getTime() + Date.parse(text) - Date.now()
  const isJustNow = Math.abs(ms - now.getTime()) < justNowMs
  return (isJustNow ? now : new Date(Math.round(ms / hourMs) * hourMs)).toISOString()
}

/** Where the owner of such a number is. */
const timeZone = 'Asia/Kolkata'

const today = (at: Date): number =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at))

/** Moves a day by what lies between today and the day of the pictures: 1 on the way to the api. */
function movedDay(text: string, direction: 1 | -1): string {
  const apart = today(new Date()) - today(now)
  return new Date(Date.parse(text) + direction * apart).toISOString().slice(0, 10)
}
