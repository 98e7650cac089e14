import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import { expect, test } from 'vitest'

import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import ownerPrompts from './owner-prompts.json' with { type: 'json' }

const api = useTestApi()

const calls = ['generate-instructions', 'generate-fields', 'generate-job']
const body = {
  prompt: 'Take bookings for my salon in Pune, Hindi or English',
  answers: { businessName: 'Asha Salon', offLimits: 'medical advice', escalation: 'Reply HUMAN' },
}

test('instructions say what the owner said, and nothing else', async () => {
  const owner = await api.newOwner()

  const { status, body: answer } = await owner.call('POST', '/api/jobs/generate-instructions', {
    body,
  })

  expect(status).toBe(200)
  const { instructions, warnings, provider, cost } = generatedInstructionsSchema.parse(answer)
  expect(provider).toBe('built-in')
  expect(cost).toEqual({ amountMinor: 0, currency: 'INR' })
  expect(warnings).toEqual([])
  for (const words of ['Asha Salon', 'salon in Pune', 'take bookings', 'medical advice', 'HUMAN']) {
    expect(instructions).toContain(words)
  }
})

test('a proposed job can be created and published as it is', async () => {
  const owner = await api.newOwner()
  for (const prompt of [body.prompt, 'Complaints about broken fans', 'मेरी दुकान के लिए']) {
    const answer = await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })
    const { job } = generatedJobSchema.parse(answer.body)
    expect((await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })).body).toEqual(
      answer.body,
    )
    const created = await owner.call('POST', '/api/jobs', { body: job })
    expect(created.status).toBe(201)
    const published = await owner.call('PUT', `/api/jobs/${created.body.job.id}`, {
      body: { action: 'publish', replaceDefault: true },
      headers: { 'if-match': created.headers.get('etag') ?? '' },
    })
    expect(published.body).toMatchObject({ job: { status: 'active' } })
  }
})

test('fields are proposed with reasons, as many as are wanted, and none twice', async () => {
  const owner = await api.newOwner()
  const ask = async (more: object) => {
    const answer = await owner.call('POST', '/api/jobs/generate-fields', {
      body: { ...body, ...more },
    })
    return generatedFieldsSchema.parse(answer.body)
  }

  const { fields, reasons } = await ask({ count: 2 })
  expect(fields.map(({ key }) => key)).toEqual(['service', 'when'])
  expect(reasons).toEqual({ service: expect.any(String), when: 'Needed to plan it' })
  const others = await ask({ current: { fields } })
  expect(others.fields.map(({ key }) => key)).not.toContain('when')
})

// As owners write: short, with typos, in two languages at once.
test.each(ownerPrompts)(
  '“$prompt”: what is named is asked for, the rest is a fact',
  async (wanted) => {
    const { prompt, name, fields, facts } = wanted
    const owner = await api.newOwner()

    const answer = await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })

    const { job } = generatedJobSchema.parse(answer.body)
    expect(job.name).toBe(name)
    const drafted = job.fields?.map(({ label, type, options, validation }) => {
      const more = options?.map((option) => option.label).join(', ') ?? validation?.dates
      return [label, type, ...(more === undefined ? [] : [more])].join(' | ')
    })
    expect(drafted).toEqual(fields)
    for (const fact of facts) expect(job.instructions).toContain(fact)
    const again = { prompt: job.name, current: { instructions: job.instructions } }
    const asked = await owner.call('POST', '/api/jobs/generate-fields', { body: again })
    const labels = generatedFieldsSchema.parse(asked.body).fields.map(({ label }) => label)
    expect(labels).toEqual(fields.map((field) => field.split(' | ')[0]))
  },
)

test.each([
  ['Take bookings for my bicycle repair shop: name, phone and a day', 'Bicycle repair shop'],
  ['Take complaints for our bicycle repair shop', 'Complaints: Bicycle repair shop'],
  ['Take bookings for my shop', 'Bookings'],
  ['Take bookings, ask for the name', 'Bookings'],
  ['Take bookings Mon to Fri', 'Bookings'],
  ['Salon mein booking lo: naam aur phone', 'Booking'],
  ['Please ask my guests for their name', 'Enquiries'],
])('“%s” is called “%s”', async (prompt, name) => {
  const owner = await api.newOwner()

  const { body: answer } = await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })

  expect(generatedJobSchema.parse(answer).job.name).toBe(name)
})

test('a job that only answers asks for nothing, and is published as it is', async () => {
  const owner = await api.newOwner()
  const prompt = 'gym faq. open 6am-10pm, monthly 1500, no trial class. answer only'

  const answer = await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })

  const { job } = generatedJobSchema.parse(answer.body)
  expect(job).toMatchObject({ name: 'Gym faq', fields: [], answerOnly: true })
  expect(job.instructions).toContain('open 6am-10pm, monthly 1500, no trial class.')
})

/** Has the instructions of a job changed. */
async function change(instructions: string, more: object) {
  const owner = await api.newOwner()
  const sent = { prompt: 'My shop', current: { instructions }, ...more }
  return owner.call('POST', '/api/jobs/generate-instructions', { body: sent })
}

const changed = async (instructions: string, more: object) =>
  generatedInstructionsSchema.parse((await change(instructions, more)).body)

test('improving keeps every letter, and adds only what nothing is said of', async () => {
  const written = 'A cut is ₹500.\n\nAlways be polite. If you are not sure, say so.'

  const { instructions } = await changed(written, {
    mode: 'improve',
    prompt: 'No cuts on Monday',
    answers: { escalation: 'call Meera' },
  })

  expect(instructions.startsWith(`${written}\n\n`)).toBe(true)
  const added = instructions.slice(written.length)
  expect(added).toMatch(/No cuts on Monday\..*never invent.*call Meera/s)
  expect(added).not.toMatch(/warm|do not know/)
  const whole = await changed(instructions, { mode: 'improve', prompt: 'No cuts on Monday' })
  expect(whole.instructions).toBe(instructions)
})

test('shortening drops what only sounds nice and what is said twice, and no price, rule or name', async () => {
  const kept =
    'A cut is ₹500. Thank Meera warmly. Never be friendly about refunds. Ask for the size.'
  const written = `${kept} Be warm and kind to all. Ask for the size.`

  expect(await changed(written, { mode: 'shorten' })).toMatchObject({
    instructions: kept,
    warnings: [],
  })
  const [hindi, spanish] = ['हेयरकट ₹300। सोमवार को बंद।', 'Corte 12 €. Cerrado el lunes.']
  expect(await changed(hindi, { mode: 'shorten' })).toMatchObject({
    instructions: hindi,
    warnings: [{ code: 'nothing_to_shorten', text: expect.stringContaining('हटाया नहीं') }],
  })
  expect((await changed(spanish, { mode: 'shorten' })).warnings).toMatchObject([
    { text: expect.stringContaining('No se pudo quitar nada') },
  ])
})

test('shortening keeps every fact, line and list item, and cuts “please” out of sentences', async () => {
  const written =
    'Dogs are welcome. Breakfast is included, tell people politely. Remember that deposits are refundable.'
  const list =
    '1. Please ask for the size. Thank you very much!\n2. ₹500\n3. ₹500\n- Please be so kind.'

  expect((await changed(written, { mode: 'shorten' })).instructions).toBe(
    'Dogs are welcome. Breakfast is included, tell people. Deposits are refundable.',
  )
  expect((await changed(list, { mode: 'shorten' })).instructions).toBe(
    '1. Ask for the size.\n2. ₹500\n3. ₹500',
  )
  for (const kept of ['Be kind.', 'Say please and thank you.', 'Never say please.'])
    expect(await changed(kept, { mode: 'shorten' })).toMatchObject({
      instructions: kept,
      warnings: [{ code: 'nothing_to_shorten' }],
    })
})

test.each([
  'ask: a\n',
  'ask name, phone or ',
  'We are open 10 to 7. Ask for name and phone. ',
  '             ',
])('a long request of “%s” holds up nobody', async (part) => {
  const owner = await api.newOwner()
  const sent = { body: { prompt: `We sell ${part.repeat(300).slice(0, 3900)}shoes` } }
  await owner.call('POST', '/api/jobs/generate-job', sent)
  const before = process.cpuUsage()

  const { status } = await owner.call('POST', '/api/jobs/generate-job', sent)

  expect(status).toBe(200)
  // Half a second is far more than it takes, and far less than it once took.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})

test('rules translate their own sentences, and say what to do about others', async () => {
  const into = (language: string) => ({ mode: 'translate', answers: { language } })
  const own =
    'You answer on WhatsApp for Asha Salon. Be courteous and formal.\n\nAsk the customer for: Name, Date and time.'

  expect((await changed(own, into('hi'))).instructions).toBe(
    'आप WhatsApp पर Asha Salon की ओर से जवाब देते हैं। शिष्ट और औपचारिक रहें।\n\nग्राहक से पूछें: नाम, तारीख और समय।',
  )
  const refused = await change('Be kind. A cut is ₹500.', into('de'))
  expectProblem(refused, 422)
  expect(refused.body).toMatchObject({
    code: 'ai_refused',
    detail: expect.stringContaining('Verbinde ein KI-Modell zum Übersetzen'),
  })
})

test('a language that is not spoken here is answered in English, with a word on it', async () => {
  const owner = await api.newOwner()
  const draft = async (prompt: string, language = 'auto') => {
    const sent = { prompt, answers: { language } }
    const { body: answer } = await owner.call('POST', '/api/jobs/generate-instructions', {
      body: sent,
    })
    return generatedInstructionsSchema.parse(answer)
  }

  for (const made of [await draft('Bookings', 'it'), await draft('চুল কাটার বুকিং নিন')]) {
    expect(made.instructions).toContain('You answer on WhatsApp')
    expect(made.warnings).toMatchObject([{ code: 'language_needs_model' }])
  }
  const hindi = await draft('Bookings for my salon', 'hi-IN')
  expect(hindi.instructions).toContain('आपका काम बुकिंग लेना है')
  expect(hindi.warnings).toEqual([])
})

test('twenty an hour, all calls together, each owner alone; a wrong call costs nothing', async () => {
  const owner = await api.newOwner()
  await owner.call('POST', '/api/jobs/generate-job', { body: {} })

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      owner.call('POST', `/api/jobs/${calls[index % 3]}`, { body }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const [limited, ...others] = answers.filter(({ status }) => status === 429)
  expect(others).toHaveLength(3)
  expect(limited?.body).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  const wait = Number(limited?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  const other = await api.newOwner()
  expect((await other.call('POST', '/api/jobs/generate-job', { body })).status).toBe(200)
})
