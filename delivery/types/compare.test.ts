import { join } from 'node:path'

import { expect, test } from 'vitest'

import { edited } from '../testing/typed-build.ts'
import { root } from '../testing/workspace-copy.ts'
import { compareTypes, type Pair } from './compare.ts'
import { contractHash, readDeclarations } from './declarations.ts'

const app = 'remote-jobs'
const host = await readDeclarations(join(root, 'host'), [])
const remote = await readDeclarations(join(root, app), [join(root, app, 'src/routes.tsx')])
const uses = ['api', 'isApiError', 'profileQuery', 'queryClient', 'useFlag', 'useSession']
const pair = (parts: Partial<Pair>): Pair => ({ host, remote, app, uses, ...parts })

const session = 'shared-auth/src/session.d.ts'
const flags = 'shared-auth/src/flags.d.ts'
const contract = 'contract/src/remote.d.ts'
const routes = 'remote-jobs/src/routes.d.ts'

test('builds of one source agree, by hash and by TypeScript', async () => {
  expect(contractHash(host)).toBe(contractHash(remote))
  expect(Object.keys(remote)).toContain(routes)
  expect(Object.keys(remote).filter((file) => file.includes('jobs-page'))).toEqual([])
  expect(await compareTypes(root, [pair({})])).toEqual([[]])
})

test('what a host gives less of, or otherwise, is named with the type that does not fit', async () => {
  const [renamed, narrowed, widened, added, unused] = await compareTypes(root, [
    pair({ host: edited(host, session, ['phoneNumber: string', 'phone: string']) }),
    pair({ host: edited(host, flags, ['name: FlagName', 'name: number']) }),
    pair({ host: edited(host, session, ["'loading'", "'loading' | 'locked'"]) }),
    pair({ host: edited(host, flags, ['name: FlagName', 'name: FlagName, otherwise?: boolean']) }),
    pair({ host: edited(host, flags, ['name: FlagName', 'name: number']), uses: ['api'] }),
  ])
  expect(renamed).toHaveLength(1)
  expect(renamed?.[0]).toMatch(/^useSession of @errand\/shared-auth: Type '\(\) => host\.Session'/)
  expect(renamed?.[0]).toContain(
    "Property 'phoneNumber' is missing in type 'host.SessionUser' but required in type 'remote.SessionUser'",
  )
  expect(narrowed).toEqual([expect.stringContaining("'string' is not assignable to type 'number'")])
  expect(widened).toEqual([expect.stringContaining('useSession of @errand/shared-auth')])
  // More than was asked for, and changes of what the remote leaves alone, do no harm.
  expect([added, unused]).toEqual([[], []])
})

test('what a remote exposes has to be what the host mounts', async () => {
  const [props, missing, more] = await compareTypes(root, [
    pair({ remote: edited(remote, routes, ["RemoteModule['routes']", '{ path: number }[]']) }),
    pair({ host: edited(host, contract, ['routes:', 'title: string; routes:']) }),
    pair({
      remote: edited(remote, routes, ['routes:', 'extra: string; export declare const routes:']),
    }),
  ])
  expect(props).toHaveLength(1)
  expect(props?.[0]).toMatch(/^\.\/routes: .*'number' is not assignable to type 'string'\.$/s)
  expect(missing?.[0]).toMatch(/^\.\/routes: Property 'title' is missing/)
  expect(more).toEqual([])
})

test('a comparison that cannot be made is no agreement', async () => {
  await expect(compareTypes(root, [pair({ host: {} })])).rejects.toThrow(
    'The types cannot be compared: 0/pair.ts(1,',
  )
})
