import { browserAndSystem } from '@errand/contract/browser-name'
import { deviceIdHeader, deviceIdSchema } from '@errand/contract/sign-ins'
import type { Context } from 'hono'

import type { Device, RequestEnv } from '../../../platform/http/context.ts'

/** Where a request comes from; a device id that is none counts as absent. */
export function readDevice<E extends RequestEnv>(c: Context<E>): Device {
  return {
    id: deviceIdSchema.safeParse(c.req.header(deviceIdHeader)).data,
    userAgent: c.req.header('user-agent') ?? '',
    address: c.var.address ?? '',
  }
}

/** What the owner knows a device by, such as `Chrome on Android`; empty for a program that is no browser. */
export const nameDevice = (userAgent: string): string => browserAndSystem(userAgent).join(' on ')
