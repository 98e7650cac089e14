import { Hono } from 'hono'

import { streamEvents } from '../page/stream-events.ts'
import { phoneScreen } from '../phone/phone-screen.ts'
import { phoneSchemas, stateSchema, type PhoneInput } from './phone-schemas.ts'
import * as phone from './phone.ts'
import { readInput } from './refusal.ts'
import { numberIdOf } from './simulated-ids.ts'
import type { SimulatedBusiness, Simulation } from './simulation.ts'

/** /phone: the state of the contacts' phones, and actions on them. */
export function phoneRoutes(simulation: Simulation) {
  const routes = new Hono()
    .get('/state', async (c) => {
      const businesses = await shownBusinesses(c.req.query())
      return c.json({ businesses: businesses.map(phone.showBusiness) })
    })
    // A part of the page, as the inbox's list.
    .get('/screen', async (c) => {
      const query = c.req.query()
      return c.html(phoneScreen(await shownBusinesses(query), query))
    })
    .get('/media/:phoneNumberId/:id', async (c) => {
      const business = await simulation.business(c.req.param('phoneNumberId'))
      const media = business?.media.get(c.req.param('id'))
      if (media === undefined) return c.body(null, 404)
      const headers = { 'content-type': media.mimeType, 'content-security-policy': 'sandbox' }
      return c.body(new Uint8Array(media.bytes), 200, headers)
    })
    .get('/events', (c) => streamEvents(c, simulation.phoneEvents, simulation.closing))
  action('contacts', async (_, input) => void (await phone.addContact(simulation, input)))
  action('messages', phone.writeAsCustomer, 201)
  action('read', phone.readAsCustomer)
  action('echoes', phone.echoAsOwner, 201)
  action('changes', phone.changeOnPhone)
  action('preferences', phone.setMarketing)
  action('calls', phone.missCall)
  action('numbers', phone.changeNumber)
  action('account', phone.applyAccountEvent)
  return routes

  function action<Path extends keyof typeof phoneSchemas>(
    path: Path,
    act: (simulation: Simulation, input: PhoneInput<Path>) => Promise<object | void>,
    status: 200 | 201 = 200,
  ) {
    routes.post(`/${path}`, async (c) => {
      const input = readInput(phoneSchemas[path], await c.req.json()) as PhoneInput<Path>
      const answer = await act(simulation, input)
      return c.json(answer ?? { success: true }, status)
    })
  }

  /** Everybody's phones, or those of the owner that a link names. */
  async function shownBusinesses(query: unknown): Promise<SimulatedBusiness[]> {
    const { business: ownerId } = readInput(stateSchema, query)
    if (ownerId === undefined) return simulation.businesses()
    const found = await simulation.business(numberIdOf(ownerId))
    return found === undefined ? [] : [found]
  }
}
