import { testField } from '../turns.ts'
import { address, bike, chatsOf, day, toppings } from './chat.ts'

const count = testField('count', 'integer', { label: 'Pieces', question: 'How many?' })
const phones = testField('phones', 'integer', { label: 'Phones', question: 'How many phones?' })
const when = testField('when', 'datetime', { question: 'When?' })

/** A number that belongs to an address, a model, a price or a moment counts nothing else. */
export const places = chatsOf([
  [
    [toppings, address, count],
    [['hi, one nuts and one chocolate', 'Baker Street 12, 3rd floor']],
    { toppings: ['nuts', 'chocolate'], address: 'Baker Street 12, 3rd floor' },
    { reply: /How many\?/ },
  ],
  [
    [address, count],
    [['hallo', 'Lindenweg 12, 3. Stock']],
    { address: 'Lindenweg 12, 3. Stock' },
    { locale: 'de-DE' },
  ],
  [
    [address, count],
    [['hola', 'calle Mayor 12, 3º izquierda']],
    { address: 'calle Mayor 12, 3º izquierda' },
    { locale: 'es-ES' },
  ],
  [
    [address, count],
    [['bonjour', '12 rue de la Roquette, 3e étage']],
    { address: '12 rue de la Roquette, 3e étage' },
    { locale: 'fr-FR' },
  ],
  [
    [address, count],
    [['مرحبا', 'شارع الوصل 12، الطابق 3']],
    { address: 'شارع الوصل 12، الطابق 3' },
    { locale: 'ar-AE' },
  ],
  [
    [count, address],
    ['hi', '2, to Flat 12, 3rd floor'],
    { count: 2, address: 'Flat 12, 3rd floor' },
  ],
  [[day, phones], ['hi', 'tomorrow for my iPhone 13'], { day: '2026-11-22' }],
  [
    [count, when],
    ['hi', '2 at £12, tomorrow at 5 pm'],
    { count: 2, when: '2026-11-22T17:00:00+05:30' },
  ],
  [[bike, phones], ['hi', 'Vespa GTS 300'], { bike: 'Vespa GTS 300' }],
])
