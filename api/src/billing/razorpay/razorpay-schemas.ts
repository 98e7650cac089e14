import * as z from 'zod/mini'

/** An order as the provider answers it; what is not used here is not read. */
export const razorpayOrderSchema = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'attempted', 'paid']),
})
export type RazorpayOrder = z.infer<typeof razorpayOrderSchema>

/** A payment as the provider answers it, and as its webhooks carry it. */
export const razorpayPaymentSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  /** Stays true when it is paid back later. */
  captured: z.nullable(z.boolean()),
  order_id: z.nullable(z.string()),
  method: z.nullish(z.string()),
  error_code: z.nullish(z.string()),
  error_description: z.nullish(z.string()),
})
export type RazorpayPayment = z.infer<typeof razorpayPaymentSchema>

export const razorpayPaymentsSchema = z.object({ items: z.array(razorpayPaymentSchema) })

/** Money that went back to the payer. */
const razorpayRefundSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  payment_id: z.string(),
  amount: z.int().check(z.positive()),
  currency: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
})
export type RazorpayRefund = z.infer<typeof razorpayRefundSchema>

/** The body of a webhook; of an event without a payment only the name is read. */
export const razorpayEventSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(z.object({ entity: razorpayPaymentSchema })),
    refund: z.optional(z.object({ entity: razorpayRefundSchema })),
  }),
})
export type RazorpayEvent = z.infer<typeof razorpayEventSchema>

export const razorpayErrorSchema = z.object({
  error: z.object({ code: z.string(), description: z.optional(z.string()) }),
})
