import type { SimulatedBusiness, SimulatedTemplate, Simulation } from './simulation.ts'

/** What every account has from its first day. */
const given: SimulatedTemplate[] = [
  {
    id: '1001',
    name: 'hello_world',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'Welcome! This message shows that your number is connected.' },
    ],
  },
  {
    id: '1002',
    name: 'answer_waiting',
    language: 'en',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, we have an answer for you. Write to us to read it.',
        example: { body_text: [['Ravi']] },
      },
    ],
  },
]

const keyOf = ({ name, language }: Pick<SimulatedTemplate, 'name' | 'language'>) =>
  `${name} ${language}`

/** All templates of a business: those of its first day, those from before, and what changed since. */
export async function templatesOf(
  { directory }: Simulation,
  business: SimulatedBusiness,
): Promise<SimulatedTemplate[]> {
  const before = await directory.templates(business.ownerId)
  const all = new Map([...given, ...before].map((template) => [keyOf(template), template]))
  for (const template of business.templates.values()) all.set(keyOf(template), template)
  return [...all.values()]
}

/** The words of a template, with its blanks. */
export function bodyOf({ components }: SimulatedTemplate): string {
  const text = components.find(({ type }) => type === 'BODY')?.['text']
  return typeof text === 'string' ? text : ''
}

/** Keeps a template as it is now. */
export function keepTemplate(business: SimulatedBusiness, template: SimulatedTemplate): void {
  business.templates.set(keyOf(template), template)
}
