import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { setUpTestRegistry } from '../../testing/registry-fixture.ts'

const consoleDir = mkdtempSync(join(tmpdir(), 'errand-console-'))
afterAll(() => rmSync(consoleDir, { recursive: true }))

const fixture = setUpTestRegistry({ consoleDir })

test('the console is served with its own policy, and no other files are', async () => {
  const get = (path: string) => fixture.registry.routes.request(`/console${path}`)
  const unbuilt = await get('')
  expect(unbuilt.status).toBe(404)
  expect(await unbuilt.text()).toContain('npm run build')

  mkdirSync(join(consoleDir, 'static/js'), { recursive: true })
  writeFileSync(join(consoleDir, 'index.html'), '<head></head><body>Console</body>')
  writeFileSync(join(consoleDir, 'icon.svg'), '<svg/>')
  writeFileSync(join(consoleDir, 'static/js/index.0a1b2c3d4e.js'), 'start()')
  const secret = join(consoleDir, '../errand-console-secret.txt')
  writeFileSync(secret, 'secret')

  for (const path of ['', '/', '/apps/remote-jobs', '/index.html']) {
    const page = await get(path)
    expect(await page.text()).toContain('Console')
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  }

  const script = await get('/static/js/index.0a1b2c3d4e.js')
  expect(await script.text()).toBe('start()')
  expect(script.headers.get('cache-control')).toContain('immutable')
  expect(script.headers.get('content-type')).toContain('javascript')
  expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-cache')
  expect((await get('/static/js/index.js')).status).toBe(404)

  const outside = 'errand-console-secret.txt'
  for (const path of [
    `/..%2f${outside}`,
    `/%2e%2e/${outside}`,
    `/static/..%2f..%2f..%2f${outside}`,
  ])
    expect(await (await get(path)).text()).not.toContain('secret')
  rmSync(secret)
})
