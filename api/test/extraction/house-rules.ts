import { testField } from '../turns.ts'
import { chatsOf, day, name, people, phone, problem, when, type ChatRow } from './chat.ts'

const age = testField('age', 'integer', { label: 'Age', question: 'How old is the patient?' })
/** A rule that ends the reply: nothing is asked behind it. */
const isSaid = (instructions: string) => ({
  job: { instructions },
  isOwners: false,
  reply: new RegExp(`(?:^|\\n)${instructions.replaceAll('.', String.raw`\.`)}$`),
})
/** A rule that is said as any fact is, with the next question behind it. */
const isSaidBefore = (instructions: string, question: string) => ({
  job: { instructions },
  isOwners: false,
  reply: new RegExp(`^${instructions}\\n+${question.replace(/[?.]/g, String.raw`\$&`)}$`),
})
/** What a contact is not meant to read. */
const isKept = (instructions: string) => ({
  job: { instructions },
  reply: new RegExp(`^(?![^]*${instructions})`),
})
const young = 'Never treat children under 12: tell them to ask Little Steps.'

/** Who runs into a rule of the instructions reads it, and is neither asked for more nor promised a person. */
export const houseRules = chatsOf([
  [
    [age, when],
    ['hi', 'my daughter is 8, can she come tomorrow at 10?'],
    { when: '2026-11-22T10:00:00+05:30' },
    isSaid(young),
  ],
  [[age, when], ['hi', '8'], {}, isSaid(young)],
  [[age, when], ['hi', 'my son is 14'], { age: 14 }, { job: { instructions: young } }],
  [[age, when], ['hi', '16'], {}, isSaid('Only from 18 years.')],
  [[age, when], ['hi', '18'], { age: 18 }, { job: { instructions: 'Only from 18 years.' } }],
  [
    [problem, age],
    ['hi', 'I have really strong pain in my back'],
    { problem: 'I have really strong pain in my back' },
    isSaid('For strong pain tell them to call 111 at once.'),
  ],
  [
    [problem, age],
    ['hi', 'I have some pain in my back'],
    { problem: 'I have some pain in my back' },
    { job: { instructions: 'For strong pain tell them to call 111 at once.' } },
  ],
  [
    [day, name],
    ['hi', 'tomorrow with my dog'],
    { day: '2026-11-22' },
    isSaidBefore('Do not take pets.', 'May I have your name, please?'),
  ],
  ...[
    ['hallo', 'meine Tochter ist 8', 'Behandle keine Kinder unter 12 Jahren.'],
    ['hola', 'mi hija tiene 8 años', 'Nunca trates niños menores de 12 años.'],
    ['bonjour', 'ma fille a 8 ans', "Jamais d'enfants de moins de 12 ans."],
    ['oi', 'minha filha tem 8 anos', 'Nunca trate crianças com menos de 12 anos.'],
    ['مرحبا', 'بنتي عمرها 8', 'لا تعالج أطفال أقل من 12 سنة.'],
  ].map(([hello = '', said = '', rule = '']): ChatRow => [[age], [hello, said], {}, isSaid(rule)]),
  // How the assistant speaks is nothing that a contact reads.
  [
    [name],
    ['hi', 'can I get a discount for my children?'],
    {},
    { job: { instructions: 'Never promise a discount to children.' }, reply: /decide.*name/s },
  ],
  ...[
    ['hi', 'is there wifi?', 'Never mention the wifi password.'],
    ['hi', 'can I have the wholesale prices?', 'Never share wholesale prices.'],
    ['hi', 'who is your supplier?', 'Never name the supplier.'],
    ['hi', 'do you have a birthday cake?', 'Do not forget to offer a birthday cake.'],
    ['hi', 'what is the wifi password?', 'No mention of the wifi password.'],
    ['hi', 'do you deliver?', 'Do not offer delivery outside the city.'],
    ['hi', 'are you open on public holidays?', "Don't open on public holidays without asking."],
    ['hi', 'is there parking?', 'Do not offer parking because the lot is illegal.'],
    ['hi', 'can I pay cash?', 'Never accept cash above 2000 because of the tax office.'],
    ['hi', 'can I bring my dog?', "Never accept dogs, tell them it is the landlord's rule."],
    ['hi', 'who is the supplier?', 'For the supplier do not tell them the name.'],
    ['hallo', 'Wie ist das WLAN Passwort?', 'Verrate nie das WLAN-Passwort.'],
    ['hallo', 'Wie ist das WLAN Passwort?', 'Gib das WLAN-Passwort nicht weiter.'],
    ['hallo', 'Wie ist das WLAN Passwort?', 'Keine WLAN-Passwörter verraten.'],
    ['hola', '¿cuál es la contraseña del wifi?', 'No reveles la contraseña del wifi.'],
    ['bonjour', 'quel est le code wifi ?', 'Ne révélez jamais le code wifi.'],
    ['oi', 'qual é a senha do wifi?', 'Não revele a senha do wifi.'],
    ['नमस्ते', 'वाईफाई का पासवर्ड क्या है?', 'वाईफाई का पासवर्ड मत बताना।'],
    ['namaste', 'wifi ka password kya hai?', 'Wifi ka password mat batana.'],
    ['مرحبا', 'ما هي كلمة سر الواي فاي؟', 'لا تكشف كلمة سر الواي فاي.'],
  ].map(([hello = '', said = '', rule = '']): ChatRow => [[age], [hello, said], {}, isKept(rule)]),
  // What the business does not do or have is no secret.
  ...[
    ['hi', 'is there parking?', 'No parking.'],
    ['hi', 'is there parking?', 'We do not offer parking.'],
    ['hola', '¿hay aparcamiento?', 'No hay aparcamiento.'],
    ['hola', '¿aceptan perros?', 'No aceptamos perros.'],
    ['hallo', 'Sind Hunde erlaubt?', 'Hunde nicht erlaubt.'],
    ['oi', 'tem estacionamento?', 'Não temos estacionamento.'],
    ['مرحبا', 'هل يوجد موقف؟', 'لا يوجد موقف.'],
  ].map(([hello = '', said = '', rule = '']): ChatRow => [
    [age],
    [hello, said],
    {},
    isSaidBefore(rule, 'How old is the patient?'),
  ]),
  // What is met in part is a fact like others, and what else was said is kept.
  [
    [day, name, phone],
    ['hi', ['I want to come on Monday', 'My name is Ravi', 'is there parking for one car?']],
    { day: '2026-11-23', name: 'Ravi' },
    isSaidBefore('No parking for trucks.', 'On which number can we call you?'),
  ],
  ...[
    ['my child on Monday', 'No children on weekends.', '2026-11-23'],
    [
      'do you take credit cards? tomorrow please',
      'Do not take American Express cards.',
      '2026-11-22',
    ],
    ['we come monday with our dog', 'No dogs in the pool.', '2026-11-23'],
  ].map(([said = '', rule = '', at]): ChatRow => [
    [day, name],
    ['hi', said],
    { day: at },
    isSaidBefore(rule, 'May I have your name, please?'),
  ]),
  [[age, day], ['hi', 'my daughter is 8, monday please'], { day: '2026-11-23' }, isSaid(young)],
  // A limit is meant with its number or without, as it says.
  ...(
    [
      [people, '8', 'Never accept groups over 8 people.', true],
      [people, '9', 'Never accept groups over 8 people.', false],
      [people, '8', 'No groups of more than 8 people.', true],
      [people, '12', 'No groups of more than 8 people.', false],
      [people, '8', 'Only groups up to 8 people.', true],
      [people, '12', 'Only groups up to 8 people.', false],
      [people, '4', 'Only groups of at least 4 people.', true],
      [people, '3', 'Only groups of at least 4 people.', false],
      [people, '8', 'Only groups of at most 8 people.', true],
      [people, '9', 'Only groups of at most 8 people.', false],
      [age, '80', 'Never treat patients over 80.', true],
      [age, '85', 'Never treat patients over 80.', false],
      [age, '18', 'Only people over 18 years.', false],
      [age, '18', 'Only people of 18 years and older.', true],
      [age, '12', 'No children under 12.', true],
    ] as const
  ).map(([field, said, rule, isTaken]): ChatRow => [
    [field],
    ['hi', said],
    isTaken ? { [field.key]: Number(said) } : {},
    isTaken ? isKept(rule) : isSaid(rule),
  ]),
  ...(
    [
      ['hallo', 'Keine Gruppen über 8 Personen.'],
      ['hallo', 'Nur Gruppen bis 8 Personen.'],
      ['hallo', 'Nur Gruppen von höchstens 8 Personen.'],
      ['hola', 'Solo grupos de hasta 8 personas.'],
      ['hola', 'No aceptes grupos de más de 8 personas.'],
      ['bonjour', 'Seulement des groupes de 8 personnes au plus.'],
      ['bonjour', "N'acceptez pas les groupes de plus de 8 personnes."],
      ['oi', 'Apenas grupos de até 8 pessoas.'],
      ['oi', 'Não aceite grupos de mais de 8 pessoas.'],
      ['नमस्ते', 'केवल 8 लोगों तक।'],
      ['namaste', 'Sirf 8 logon tak.'],
      ['مرحبا', 'فقط مجموعات حتى 8 أشخاص.'],
      ['مرحبا', 'لا تقبل مجموعات أكثر من 8 أشخاص.'],
    ] as const
  ).flatMap(([hello, rule]): ChatRow[] => [
    [[people], [hello, '8'], { people: 8 }, isKept(rule)],
    [[people], [hello, '9'], {}, isSaid(rule)],
  ]),
  // Of an order to the assistant only the prices that were asked about are for contacts.
  ...[
    [
      'hi',
      'how much is a haircut?',
      'Take appointments for my salon: haircut 500 rupees, facial 900 rupees.',
      'Haircut: 500 rupees',
    ],
    [
      'hallo',
      'Was kostet ein Haarschnitt?',
      'Vereinbare Termine für meinen Salon: Haarschnitt 30 Euro, Massage 50 Euro.',
      'Haarschnitt: 30 Euro',
    ],
    [
      'hola',
      '¿cuánto cuesta un corte de pelo?',
      'Toma citas para mi salón: corte de pelo 200 pesos, masaje 400 pesos.',
      'Corte de pelo: 200 pesos',
    ],
    [
      'bonjour',
      'combien coûte une coupe ?',
      'Prends les rendez-vous de mon salon : coupe 30 euros, massage 50 euros.',
      'Coupe: 30 euros',
    ],
    [
      'oi',
      'quanto custa o corte de cabelo?',
      'Marque horários para o meu salão: corte de cabelo 50 reais, massagem 90 reais.',
      'Corte de cabelo: 50 reais',
    ],
    [
      'नमस्ते',
      'फेशियल कितने का है?',
      'मेरे सैलून के लिए अपॉइंटमेंट लो: हेयरकट 500 रुपये, फेशियल 900 रुपये।',
      'फेशियल: 900 रुपये',
    ],
    [
      'namaste',
      'facial kitne ka hai?',
      'Mere salon ke liye appointment lo: haircut 500 rupaye, facial 900 rupaye.',
      'Facial: 900 rupaye',
    ],
    [
      'مرحبا',
      'كم سعر قص الشعر؟',
      'احجز مواعيد لصالوني: قص شعر 50 درهم، مساج 90 درهم.',
      'قص شعر: 50 درهم',
    ],
  ].map(([hello = '', said = '', order = '', item = '']): ChatRow => [
    [name],
    [hello, said],
    {},
    { job: { instructions: order }, isOwners: false, reply: new RegExp(`^${item}\\n`) },
  ]),
  ...[
    ['hi', 'do you do pedicures at the salon?', 'Book appointments for my salon.'],
    ['hi', 'can you repair my bicycle?', 'Please ask which bicycle it is and what is broken.'],
    ['hallo', 'Repariert ihr auch Fahrräder?', 'Frag die Kunden, welches Fahrrad sie haben.'],
    ['hola', '¿reparan bicicletas?', 'Anota qué bicicleta es y qué le pasa.'],
    ['bonjour', 'vous réparez les vélos ?', 'Note quel vélo il faut réparer.'],
    ['oi', 'vocês consertam bicicletas?', 'Pergunte qual é a bicicleta.'],
    ['नमस्ते', 'क्या आप साइकिल ठीक करते हैं?', 'साइकिल कौन सी है, यह पूछो।'],
    ['namaste', 'kya aap cycle repair karte ho?', 'Cycle kaun si hai, yeh pucho.'],
    ['مرحبا', 'هل تصلحون الدراجات؟', 'اسأل عن نوع الدراجة.'],
  ].map(([hello = '', said = '', order = '']): ChatRow => [
    [name],
    [hello, said],
    {},
    { ...isKept(order), isOwners: true },
  ]),
])
