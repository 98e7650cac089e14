import { testField } from '../turns.ts'
import { bike, day, name, notes, people, size, chatsOf, type ChatRow } from './chat.ts'

const item = testField('item', 'text', { label: 'Rad', question: '' })
const wishes = { ...notes, required: false }

/** What a greeting asks is answered for the first field, or for none. */
export const greeting = chatsOf([
  ...[
    ['hi', 'What would you like to rent?', 'mountain bike with a child seat'],
    ['hola', '¿Qué le gustaría alquilar?', 'bicicleta con silla infantil'],
    ['hallo', 'Was möchten Sie mieten?', 'Lastenrad mit Kindersitz'],
    ['bonjour', 'Que souhaitez-vous louer ?', 'vélo avec siège enfant'],
    ['oi', 'O que gostaria de alugar?', 'bicicleta com cadeirinha'],
    ['नमस्ते', 'आप क्या लेना चाहेंगे?', 'चाइल्ड सीट वाली साइकिल'],
    ['namaste', 'Aap kya lena chahenge?', 'child seat wali cycle'],
    ['مرحبا', 'ماذا تحب أن تستأجر؟', 'دراجة مع مقعد طفل'],
  ].map(([hello = '', question = '', said = '']): ChatRow => [
    [item, day, { ...notes, required: true }],
    [hello, said],
    { item: said },
    { job: { greeting: question } },
  ]),
  // No answer to what it asks is none to anything else, and nobody is told that it was wrong.
  [
    [size, name, wishes],
    ['hi', 'something nice for my grandmother'],
    {},
    { job: { greeting: 'What would you like?' }, reply: /Which size/ },
  ],
  [
    [name, { ...notes, required: true }],
    ['hi', 'a birthday cake with candles'],
    {},
    { job: { greeting: 'What would you like?' }, reply: /name/i },
  ],
  // What the job is for is no question for the owner; what it is not for stands alone.
  [
    [bike, day],
    ['hi', 'can I rent a mountain bike?'],
    {},
    { job: { greeting: 'Bike rental Asha.' }, isOwners: false, reply: /^Which bike is it\?$/ },
  ],
  [
    [people],
    ['hi', 'do you have parking?'],
    {},
    { isOwners: true, reply: /^I cannot answer that myself; [^\n]*team will\.\nFor how many/ },
  ],
  // Who asks whether anybody is there is asked again, and nobody else is called.
  ...[
    ['hi', 'hello?'],
    ['hi', 'there?'],
    ['hi', 'yes?'],
    ['hi', '🤔?'],
    ['hi', '??'],
    ['hi', 'are you there?'],
    ['hi', 'are you still there'],
    ['hi', 'anyone there?'],
    ['hi', 'hello, is somebody there?'],
    ['hola', '¿hay alguien?'],
    ['hola', '¿hay alguien ahí?'],
    ['hallo', 'noch da?'],
    ['hallo', 'und?'],
    ['hallo', 'ist da jemand?'],
    ['bonjour', 'vous êtes là ?'],
    ['bonjour', "il y a quelqu'un ?"],
    ['oi', 'tem alguém aí?'],
    ['नमस्ते', 'कोई है?'],
    ['namaste', 'koi hai?'],
    ['مرحبا', 'هل من أحد؟'],
    ['مرحبا', 'في حد هنا؟'],
    ['hola', '¿hola?'],
    ['hallo', 'hallo??'],
    ['bonjour', 'oui ?'],
    ['oi', 'sim?'],
    ['नमस्ते', 'हेलो?'],
    ['namaste', 'haan?'],
    ['مرحبا', 'نعم؟'],
  ].map(([hello = '', nudge = '']): ChatRow => [
    [people],
    [hello, nudge, nudge],
    {},
    { isOwners: false, reply: /[?؟]$/ },
  ]),
  // Who asks what, when or where has a question.
  ...[
    ['hi', 'where are you?'],
    ['hi', 'who is there?'],
    ['hola', '¿dónde están?'],
    ['hallo', 'wo seid ihr?'],
  ].map(([hello = '', said = '']): ChatRow => [[day], [hello, said], {}, { isOwners: true }]),
  [[people], ['hi', '4', 'yes?'], { people: 4 }, { reply: /^Is everything right\?$/ }],
])
