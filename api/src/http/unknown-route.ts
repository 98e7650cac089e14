import type { Env, Hono, NotFoundHandler } from 'hono'

import { Problem } from './problem.ts'

/** 404, or 405 with `Allow` when the address exists for other methods. */
export function unknownRoute<E extends Env>(app: Hono<E>): NotFoundHandler<E> {
  return (c) => {
    const methods = new Set(
      app.routes
        .filter(({ method, path }) => method !== 'ALL' && isOfPattern(c.req.path, path))
        .map(({ method }) => method),
    )
    if (methods.size === 0) throw new Problem('not_found')
    throw new Problem('method_not_allowed', { headers: { allow: [...methods].join(', ') } })
  }
}

function isOfPattern(path: string, pattern: string): boolean {
  const steps = path.split('/')
  const expected = pattern.split('/')
  return (
    steps.length === expected.length &&
    expected.every((step, index) => step.startsWith(':') || step === steps[index])
  )
}
