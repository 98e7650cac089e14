import { email, name, people, phone, place, site, chatsOf, type ChatRow } from './chat.ts'

export const contacts = chatsOf([
  [[phone], ['hi', '98765 43210'], { phone: '+919876543210' }],
  [[phone], ['hi', 'my no. is +91-98765-43210'], { phone: '+919876543210' }],
  [[phone], ['hi', '09876543210'], { phone: '+919876543210' }],
  [[phone], ['hi', '98 76 54 32 10'], { phone: '+919876543210' }],
  [[phone], ['hi', 'call me at +44 20 7946 0958'], { phone: '+442079460958' }],
  [[phone], ['hi', '९८७६५ ४३२१०'], { phone: '+919876543210' }],
  [[email], ['hi', 'asha . k @ example . com'], { email: 'asha.k@example.com' }],
  [[email], ['hola', 'asha arroba example punto com'], { email: 'asha@example.com' }],
  [[phone], ['hi', '98765'], {}, { refused: ['phone'], reply: /phone number/ }],
  [[phone], ['hi', '12345', '9876543210'], { phone: '+919876543210' }],
  [[email], ['hi', 'sure, it is Asha.K@Example.com.'], { email: 'Asha.K@example.com' }],
  [[email], ['hi', 'asha at gmail dot com'], { email: 'asha@gmail.com' }],
  [[email], ['hi', 'asha@gmail'], {}, { refused: ['email'], reply: /e-mail address/ }],
  [[people, phone], ['hi', 'call me on 9876543210', '3'], { people: 3, phone: '+919876543210' }],
  [
    [name, phone, email],
    ['hi', 'Asha Rao, 9876543210, asha@example.com'],
    { name: 'Asha Rao', phone: '+919876543210', email: 'asha@example.com' },
  ],
  [
    [name, phone, email],
    ['Name: Asha Rao\nPhone: 9876543210\nE-mail: asha@example.com'],
    { name: 'Asha Rao', phone: '+919876543210', email: 'asha@example.com' },
  ],
  [[site], ['hi', 'www.asha-salon.in'], { site: 'https://www.asha-salon.in/' }],
  [
    [site],
    ['hi', 'it is shop.example:8443/menu, thanks'],
    { site: 'https://shop.example:8443/menu' },
  ],
  [[site], ['hi', '1.5'], {}, { refused: ['site'] }],
  [[phone], ['hi', 'call 98765 00001 ext 12 please'], { phone: '+919876500001 ext. 12' }],
  [[phone], ['مرحبا', '+971 50 123 4567 تحويلة ١٢'], { phone: '+971501234567 ext. 12' }],
  [
    [place],
    ['hi', 'https://maps.google.com/?q=18.5204,73.8567'],
    { place: { latitude: 18.5204, longitude: 73.8567 } },
  ],
  [[name, phone], ['hi', 'Neha 9876543210'], { name: 'Neha', phone: '+919876543210' }],
  [[email], ['hi', "I don't have one"], {}, { refused: ['email'], reply: /without it/ }],
  ...[
    'Hi this is Asha, we are 6',
    '6 people. Cheers, Asha',
    '6 people\n— Asha',
    '6 people under Asha',
    '6 people\nBest regards\nAsha',
  ].map((text): ChatRow => [[people, name], ['hi', text], { people: 6, name: 'Asha' }]),
  ...['Hi Farah, 6 people', '6 people, this is urgent'].map((text): ChatRow => [
    [people, name],
    ['hi', text],
    { people: 6 },
  ]),
  ...['Marie-Claire', 'Carmen de la Torre', 'Klaus von Hagen'].map((text): ChatRow => [
    [name],
    ['hi', `${text}, thanks`],
    { name: text },
  ]),
  ...['Ella Brook', 'Ali', 'Will Smith', 'Max'].flatMap((text): ChatRow[] => [
    [[name], ['hi', `${text}, thanks`], { name: text }],
    [[people, name], ['hi', `My name is ${text} and we are 6`], { people: 6, name: text }],
  ]),
  ...['wait', 'Will come later', 'call me later', 'the day after', 'one sec driving'].map(
    (text): ChatRow => [[name], ['hi', text], {}],
  ),
])
