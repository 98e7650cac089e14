import type { Language } from './language.ts'

export const english: Language = {
  code: 'en',
  given: ['Anita', 'Ben', 'Carol', 'Deepak', 'Ella', 'Farah', 'George', 'Hana', 'Imran', 'Jo'],
  family: [
    'Ashdown',
    'Brook',
    'Calder',
    'Dale',
    'Everly',
    'Field',
    'Grove',
    'Hill',
    'Lake',
    'Moor',
  ],
  openings: [
    'Hi, are you free this week?',
    'Hello! I saw your page and would like to book.',
    'Good morning, can I still get a place?',
    'Hey 👋 is this the right number for bookings?',
  ],
  greeting: 'Hello and welcome! I am the assistant and will take this down for you.',
  questions: {
    service: {
      label: 'Service',
      ask: 'What would you like?',
      answers: ['{} please', '{}', 'I think {}'],
    },
    date: {
      label: 'Date',
      ask: 'Which day suits you?',
      answers: ['{}', 'How about {}?', '{} would be great'],
    },
    time: {
      label: 'Time',
      ask: 'And at what time?',
      answers: ['{}', 'around {}', 'at {} if possible'],
    },
    people: {
      label: 'People',
      ask: 'For how many people?',
      answers: ['{}', 'we are {}', '{} of us'],
    },
    name: {
      label: 'Name',
      ask: 'Under which name may I note it?',
      answers: ['{}', 'My name is {}', 'Please write {}'],
    },
    note: { label: 'Wishes', ask: 'Is there anything we should know?', answers: ['{}'] },
  },
  talk: [
    ['Where exactly are you?', 'We are on the market square, beside the pharmacy.'],
    ['Is there parking?', 'Yes, behind the house, free for two hours.'],
    ['Can I pay by card?', 'Card, cash and bank transfer are all fine.'],
    [
      'What does it cost?',
      'It depends on what you choose; the list is on our page and I can send it.',
    ],
    ['How long does it take?', 'Most visits take about 45 minutes.'],
    ['Can I bring my daughter?', 'Of course, children are welcome.'],
    [
      'Are you open on Sunday?',
      'We are closed on Sunday, and open from nine to six on other days.',
    ],
    ['Can I change it later?', 'Yes, write here up to a day before.'],
    ['Sorry, I was on the phone', 'No problem, take your time.'],
    ['Is it step-free?', 'Yes, there is a ramp at the side door.'],
    ['Do you have vouchers?', 'We do, from 20 upwards.'],
    ['Great 😊', 'Happy to help!'],
  ],
  confirm: 'Let me repeat: {}. Is that right?',
  yes: ['Yes, perfect', 'That is right, thanks', 'Yes 👍'],
  done: 'Thank you, it is noted. We look forward to seeing you!',
  chase: 'Are you still there? I am happy to go on whenever you are.',
  wantsPerson: ['Can I talk to a person please?', 'I would rather speak with the owner'],
  owner: [
    'Hello, I am taking over from here.',
    'I have looked it up and it works.',
    'I will call you this afternoon.',
  ],
  notes: [
    'No, thank you',
    'I am allergic to nuts',
    'A quiet place would be nice',
    'It is a surprise 🎉',
  ],
}
