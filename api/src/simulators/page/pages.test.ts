import { freePort } from '@errand/database/testing'
import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { readSettings } from '../../settings.ts'
import { openSimulators } from '../open-simulators.ts'

const api = useTestApi({
  simulators: async () => {
    const { simulators } = readSettings({
      SIMULATORS: '1',
      IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
      MAIL_PORT: String(await freePort()),
    })
    if (simulators === undefined) throw new Error('No simulators')
    return openSimulators(simulators)
  },
})
const get = (path: string) => api.request(`http://localhost:5000${path}`)

/** The files that a page or a script names. */
const namesIn = (text: string) =>
  [...text.matchAll(/(?:(?:src|href)="|from ')((?:\/simulator\/assets|\.)\/[\w.-]+)/g)].map(
    ([, name = '']) => new URL(name, 'http://localhost/simulator/assets/').pathname,
  )

test.each(['', '/mail', '/services'])(
  'the page at /simulator%s runs only files of its own, which are all there',
  async (path) => {
    const page = await get(`/simulator${path}`)
    const html = await page.text()

    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    const named = new Set(namesIn(html))
    for (const name of named) {
      const asset = await get(name)
      expect(`${name} ${asset.status}`).toBe(`${name} 200`)
      for (const other of namesIn(await asset.text())) named.add(other)
    }
    expect(named.size).toBeGreaterThan(0)
  },
)

test.each(['phone-view.ts', '..%2Fpage.ts', 'checkout.js'])(
  '%s is no file of a page',
  async (name) => {
    expect((await get(`/simulator/assets/${name}`)).status).toBe(404)
  },
)
