import { budget, day, eggless, name, people, phone, size, time, when, chatsOf } from './chat.ts'

export const languages = chatsOf([
  [[when], ['namaste', 'kal shaam 5 baje'], { when: '2026-11-22T17:00:00+05:30' }],
  [[when], ['hi bhai', 'parson subah 10 baje chalega'], { when: '2026-11-23T10:00:00+05:30' }],
  [
    [name, people],
    ['namaste', 'mera naam Ravi hai', 'hum chaar log hain'],
    { name: 'Ravi', people: 4 },
    { reply: /Kya sab sahi hai/ },
  ],
  [[day], ['hi', 'shukravar ko'], { day: '2026-11-27' }],
  [
    [eggless, people],
    ['hi', 'haan ji', '2 log', 'sab sahi hai'],
    { eggless: true, people: 2 },
    { ends: 'complete' },
  ],
  [[size, budget], ['hi', 'bada wala chahiye', '2 hazaar rupaye'], { size: 'large', budget: 2000 }],
  [[people, name], ['hi', '4 log', 'nahi galat, 6 log'], { people: 6 }],
  [
    [name],
    ['hi', 'mujhe kisi insaan se baat karni hai'],
    {},
    { ends: 'handoff', reason: 'customer_request' },
  ],
  [[when], ['नमस्ते', 'कल शाम ५ बजे'], { when: '2026-11-22T17:00:00+05:30' }],
  [
    [name, people],
    ['नमस्ते', 'मेरा नाम आशा है', 'चार लोग'],
    { name: 'आशा', people: 4 },
    { reply: /क्या सब सही है/ },
  ],
  [[people], ['नमस्ते', '४', 'हाँ, सही है'], { people: 4 }, { ends: 'complete' }],
  [
    [name, people, when],
    ['hola', 'me llamo Lucía Gómez', 'somos cuatro personas', 'mañana a las 8 de la noche'],
    { name: 'Lucía Gómez', people: 4, when: '2026-11-22T20:00:00+05:30' },
    { reply: /Está todo bien/ },
  ],
  [[day], ['buenas', 'pasado mañana, por favor'], { day: '2026-11-23' }],
  [[day], ['hola', 'el viernes', 'sí, perfecto'], { day: '2026-11-27' }, { ends: 'complete' }],
  [[when], ['مرحبا', 'غدا الساعة ٥ مساء'], { when: '2026-11-22T17:00:00+05:30' }],
  [
    [name, people],
    ['السلام عليكم', 'اسمي ليلى', '٤ أشخاص', 'نعم'],
    { name: 'ليلى', people: 4 },
    { ends: 'complete' },
  ],
  [[phone], ['مرحبا', 'رقمي ‎+971 50 123 4567'], { phone: '+971501234567' }],
  [[day], ['مرحبا', 'يوم الجمعة'], { day: '2026-11-27' }],
  [[name, time], ['hey 👋😊', '✨ Asha ✨', '🕔 5:30 pm 🙏'], { name: 'Asha', time: '17:30' }],
  [[day], ['hi', 'ji 25 tarikh ko chalega'], { day: '2026-11-25' }],
])
