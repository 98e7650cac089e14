import { decimalsOf } from './numbers/money-words.ts'
import { quantityText, wholeQuantity } from './numbers/read-quantity.ts'
import { isTooLarge, refuseAmbiguous, withinLimits } from './read-number.ts'
import { readText, refuse, type Reader } from './reading.ts'

/** An amount in main units, alone or with what names its own currency: `Rs. 500/-`, `-₹5`, `2 lakh`. */
export const currency: Reader = (raw, field, place) => {
  const quantity =
    typeof raw === 'number'
      ? { value: raw, couldBe: undefined }
      : wholeQuantity(quantityText(readText(raw, 100) ?? '', field, place))
  if (quantity?.couldBe !== undefined) return refuseAmbiguous(quantity.couldBe)
  const value = quantity?.value ?? Number.NaN
  if (!Number.isFinite(value) || isTooLarge(value))
    return refuse('invalid_amount', 'Not an amount.')
  const decimals = decimalsOf(field.validation?.currency ?? 'INR')
  if (Number(value.toFixed(decimals)) !== value) {
    return refuse('too_precise', `At most ${decimals} decimals.`, { max: decimals })
  }
  return withinLimits(value, field)
}
