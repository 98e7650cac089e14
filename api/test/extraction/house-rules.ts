import { testField } from '../turns.ts'
import { chatsOf, day, name, problem, when, type ChatRow } from './chat.ts'

const age = testField('age', 'integer', { label: 'Age', question: 'How old is the patient?' })
const told = (instructions: string) => ({
  job: { instructions },
  isOwners: false,
  reply: new RegExp(`(?:^|\\n)${instructions.replaceAll('.', String.raw`\.`)}$`),
})
const young = 'Never treat children under 12: tell them to ask Little Steps.'

/** Who runs into a rule of the instructions is told it, and neither asked for more nor promised a person. */
export const houseRules = chatsOf([
  [[age, when], ['hi', 'my daughter is 8, can she come tomorrow at 10?'], {}, told(young)],
  [[age, when], ['hi', '8'], {}, told(young)],
  [[age, when], ['hi', 'my son is 14'], { age: 14 }, { job: { instructions: young } }],
  [[age, when], ['hi', '16'], {}, told('Only from 18 years.')],
  [[age, when], ['hi', '18'], { age: 18 }, { job: { instructions: 'Only from 18 years.' } }],
  [
    [problem, age],
    ['hi', 'I have really strong pain in my back'],
    {},
    told('For strong pain tell them to call 111 at once.'),
  ],
  [
    [problem, age],
    ['hi', 'I have some pain in my back'],
    { problem: 'I have some pain in my back' },
    { job: { instructions: 'For strong pain tell them to call 111 at once.' } },
  ],
  [[day, name], ['hi', 'tomorrow with my dog'], {}, told('Do not take pets.')],
  ...[
    ['hallo', 'meine Tochter ist 8', 'Behandle keine Kinder unter 12 Jahren.'],
    ['hola', 'mi hija tiene 8 años', 'Nunca trates niños menores de 12 años.'],
    ['bonjour', 'ma fille a 8 ans', "Jamais d'enfants de moins de 12 ans."],
    ['oi', 'minha filha tem 8 anos', 'Nunca trate crianças com menos de 12 anos.'],
    ['مرحبا', 'بنتي عمرها 8', 'لا تعالج أطفال أقل من 12 سنة.'],
  ].map(([hello = '', said = '', rule = '']): ChatRow => [[age], [hello, said], {}, told(rule)]),
  // How the assistant speaks is nothing that a contact is told.
  [
    [name],
    ['hi', 'can I get a discount for my children?'],
    {},
    { job: { instructions: 'Never promise a discount to children.' }, reply: /decide.*Name/s },
  ],
])
