import type { Hono } from 'hono'

import { createApp } from '../src/app/create-app.ts'
import type { Services } from '../src/app/services.ts'
import { CallSlots } from '../src/platform/http/call-slots.ts'
import type { RequestEnv } from '../src/platform/http/context.ts'

/** Every member is there and leads nowhere: routes take what they need before the first request. */
const unopened: object = new Proxy(() => {}, { get: () => unopened })

/** The app as production has it, to be described but not called: nothing is opened for it. */
export function createUnopenedApp(): Hono<RequestEnv> {
  const services = new Proxy(
    { callSlots: new CallSlots(), local: undefined, tracing: undefined, limits: undefined },
    {
      get: (given, name) => (name in given ? Reflect.get(given, name) : unopened),
    },
  )
  return createApp(services as unknown as Services)
}
