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

// In this order: a browser also names those that it wants to be taken for.
const browsers: [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What the owner knows a device by, such as `Chrome on Android`; empty for a program that is no browser. */
export function nameDevice(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(' on ')
}
