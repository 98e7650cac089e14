import { testField } from '../turns.ts'
import { chatsOf, day, name, problem, time, when, type ChatRow } from './chat.ts'

const fault = testField('fault', 'text', { question: 'What is broken?' })
const picture = testField('picture', 'file', {
  question: 'Can you send a picture?',
})
const delivery = testField('delivery', 'boolean', { question: 'Shall we deliver it?' })

/** What goes wrong first where nobody has looked at the words of a business yet. */
export const firstMinute = chatsOf([
  // What a business is says where it is, and answers nothing else.
  ...[
    ['hi', 'can you repair my bicycle?', 'Bicycle repair shop.'],
    ['hallo', 'Könnt ihr mein Fahrrad reparieren?', 'Fahrradwerkstatt für alle Fahrräder.'],
    ['hola', '¿reparan mi bicicleta?', 'Taller de bicicletas.'],
    ['namaste', 'kya aap meri cycle repair karte ho?', 'Cycle repair ki dukaan.'],
  ].map(([hello = '', said = '', description = '']): ChatRow => [
    [name],
    [hello, said],
    {},
    { description, isOwners: true, reply: new RegExp(`^(?![^]*${description})`) },
  ]),
  [
    [name],
    ['hi', 'where are you?'],
    {},
    { description: 'Bicycle repair shop, 4 MG Road.', reply: /^Bicycle repair shop, 4 MG Road\./ },
  ],
  // A word of refusal within a sentence refuses nothing.
  ...[
    ['hi', 'my bike skips gears'],
    ['hi', 'no power in the battery'],
    ['hola', 'nada funciona en la bici'],
    ['hallo', 'nichts geht mehr am Rad'],
  ].map(([hello = '', said = '']): ChatRow => [[fault, day], [hello, said], { fault: said }]),
  [[fault, day], ['hi', 'skip please'], {}, { refused: ['fault'] }],
  // A day or a time is no text as well.
  ...[
    ['hi', '10 in the morning'],
    ['hallo', 'um 10 Uhr morgens'],
    ['hola', 'a las 10 de la mañana'],
    ['bonjour', 'à 10 heures du matin'],
    ['namaste', 'subah 10 baje'],
  ].map(([hello = '', said = '']): ChatRow => [
    [problem, time],
    [hello, said],
    { time: '10:00' },
    { reply: /What is wrong\?/ },
  ]),
  [
    [problem, when],
    ['hi', 'tomorrow at 10 in the morning'],
    { when: '2026-11-22T10:00:00+05:30' },
    { reply: /What is wrong\?/ },
  ],
  // No picture is no refusal of what was asked.
  ...[
    ['hi', 'no photo now', 'Photo'],
    ['hallo', 'jetzt kein Foto', 'Foto'],
    ['hola', 'ahora sin foto', 'Foto'],
    ['bonjour', 'pas de photo maintenant', 'Photo'],
    ['oi', 'agora sem foto', 'Foto'],
    ['नमस्ते', 'अभी फोटो नहीं', 'फोटो'],
    ['namaste', 'abhi photo nahi', 'Photo'],
    ['مرحبا', 'لا صورة الآن', 'صورة'],
  ].flatMap(([hello = '', said = '', label = '']): ChatRow[] =>
    [true, false].map((required) => [
      [fault, { ...picture, label, required }, day],
      [hello, said],
      {},
      { refused: ['picture'], reply: /What is broken\?$/ },
    ]),
  ),
  // A question with a day books nothing and is no yes or no.
  ...[
    ['hi', 'Do you deliver on Sunday?'],
    ['hallo', 'Liefert ihr am Sonntag?'],
    ['hola', '¿Entregan el domingo?'],
    ['bonjour', 'Vous livrez le dimanche ?'],
    ['oi', 'Vocês entregam no domingo?'],
    ['namaste', 'Kya aap Sunday ko delivery karte ho?'],
  ].flatMap(([hello = '', said = '']): ChatRow[] => [
    [[delivery, day], [hello, said], {}, { isOwners: true, reply: /Shall we deliver it\?$/ }],
    [[when], [hello, said], {}, { isOwners: true, reply: /For which day and time\?$/ }],
  ]),
  // The days that a job names itself are quoted, whatever Settings say.
  ...[
    ['hi', 'are you open on Monday?', 'Open Tuesday to Sunday.'],
    ['hallo', 'Habt ihr am Montag geöffnet?', 'Geöffnet von Dienstag bis Sonntag.'],
    ['hola', '¿abren el lunes?', 'Abierto de martes a domingo.'],
    [
      'namaste',
      'kya Monday ko khula hai?',
      'Dukaan Tuesday se Sunday tak khuli hai, Monday band hai.',
    ],
  ].flatMap(([hello = '', said = '', instructions = '']): ChatRow[] =>
    [{}, { open: ['10:00', '18:00'] as [string, string] }].map((more) => [
      [when],
      [hello, said],
      {},
      { job: { instructions }, isOwners: false, reply: new RegExp(`^${instructions}\\n`), ...more },
    ]),
  ),
  // A field without a question of the owner's is asked for all the same, and by its name only if nothing else is known.
  ...[
    ['hi', 'May I have your name, please?'],
    ['hallo', 'Wie ist Ihr Name, bitte?'],
    ['नमस्ते', 'कृपया अपना नाम बताइए।'],
  ].map(([hello = '', question = '']): ChatRow => [
    [name],
    [hello],
    {},
    { reply: new RegExp(`\\n${question.replace('?', String.raw`\?`)}$`) },
  ]),
  ...[
    ['hello', 'Which bike\\?'],
    ['buenas', '¿Which bike\\?'],
    ['أهلا', 'Which bike؟'],
  ].map(([hello = '', question = '']): ChatRow => [
    [testField('which_bike', 'text', { label: 'Which bike' })],
    [hello],
    {},
    { reply: new RegExp(`\\n${question}$`) },
  ]),
])
