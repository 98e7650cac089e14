import type { CreateOrderInput } from '@errand/contract/billing/order'
import { queryClient } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { createOrder } from '../account/billing.api.ts'
import { billingKey } from '../account/billing.queries.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { CheckoutLost, loadCheckout } from './load-checkout.ts'
import { openCheckout } from './open-checkout.ts'

/**
 * Orders, opens the provider's window, and goes to the order's own page whatever came of it: that
 * page asks what is true, also after a reload.
 */
export function usePay() {
  const navigate = useNavigate()
  const intent = useRef<{ input: string; key: string }>(undefined)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (input: CreateOrderInput) => {
      const text = JSON.stringify(input)
      // The same wish after a lost answer is the same order.
      if (intent.current?.input !== text) intent.current = { input: text, key: newIdempotencyKey() }
      const created = await createOrder(input, intent.current.key)
      const { scriptUrl } = created.checkout
      if (scriptUrl === undefined) throw new CheckoutLost('No script is named')
      const outcome = await openCheckout(await loadCheckout(scriptUrl), created)
      return { id: created.order.id, outcome }
    },
    onSuccess: ({ id, outcome }) => {
      intent.current = undefined
      void queryClient.invalidateQueries({ queryKey: billingKey })
      return navigate(`/billing/orders/${id}`, { state: outcome })
    },
  })
  return { pay: mutate, isPaying: isPending, error }
}
