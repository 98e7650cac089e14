import { defaultPrices, smallestOrder } from '@errand/contract/billing/default-prices'
import { builtInLanguages } from '@errand/contract/language'

/** An example of a month: a booking takes about as many messages. */
const example = { customers: 100, replies: 6 }

/** What the texts of the landing page leave blank, as people write it in this locale. */
export function factsIn(locale: string) {
  // The texts around them have these digits in every language.
  const digits = `${locale}-u-nu-latn`
  const { currency, unitPrice, trialDays, trialMessages } = defaultPrices
  const money = new Intl.NumberFormat(digits, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const number = new Intl.NumberFormat(digits)
  const { customers, replies } = example
  return {
    price: money.format(Number(unitPrice)),
    days: number.format(trialDays),
    messages: number.format(trialMessages),
    least: money.format(smallestOrder),
    customers: number.format(customers),
    replies: number.format(replies),
    sum: money.format(customers * replies * Number(unitPrice)),
    languages: languagesIn(locale),
  }
}

/** The languages that the assistant answers in, each once: Hindi in Latin letters is Hindi. */
function languagesIn(locale: string): string {
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  const spoken = builtInLanguages.filter((tag) => !tag.includes('-'))
  return new Intl.ListFormat([locale]).format(spoken.map((tag) => names.of(tag) ?? tag))
}
