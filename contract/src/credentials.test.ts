import { expect, test } from 'vitest'

import { findCredentials, findKeys, withoutCredentials } from './credentials.ts'

/** Letters and digits as keys have them; put together here, so that no scanner takes an example for a key. */
const random = (length: number) => 'x7Qm2Vb9Kd4Rt8Wz'.repeat(20).slice(0, length)
const of = (...parts: string[]) => parts.join('')
const key = (begin: string, length: number) => `${begin}${random(length)}`
const pem = ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')

const keys: Record<string, string> = {
  Meta: key(of('EA', 'AB'), 120),
  Razorpay: key(of('rzp_', 'live_'), 14),
  'Razorpay, to try': key(of('rzp_', 'test_'), 14),
  Stripe: key(of('sk_', 'live_'), 24),
  webhooks: key(of('whs', 'ec_'), 32),
  OpenAI: key(of('sk', '-proj-'), 48),
  Anthropic: key(of('sk', '-ant-api03-'), 48),
  'Hugging Face': key(of('h', 'f_'), 34),
  Amazon: of('AK', 'IA', random(16).toUpperCase()),
  Google: key(of('AI', 'za'), 35),
  'Google, a client': key(of('GOC', 'SPX-'), 28),
  'Google, a token': key(of('ya', '29.'), 60),
  GitHub: key(of('gh', 'p_'), 36),
  'GitHub, a finer one': key(of('github', '_pat_'), 40),
  GitLab: key(of('gl', 'pat-'), 20),
  npm: key(of('np', 'm_'), 36),
  Slack: [of('xo', 'xb'), '123456789012', random(24)].join('-'),
  Telegram: of('1234567890:A', 'A', random(33)),
  SendGrid: [of('S', 'G'), random(22), random(43)].join('.'),
  Shopify: of('shp', 'at_', '0a1b2c3d'.repeat(4)),
  'a signed token': [
    of('ey', 'JhbGciOiJIUzI1NiJ9'),
    of('ey', 'JzdWIiOiIxMjM0In0'),
    random(43),
  ].join('.'),
  'a private key': `${pem}\n${random(64)}\n${random(64)}`,
  'an address': of('postgres:', `//errand:${random(12)}@`),
  'what is sent as one': of('Bear', 'er ', random(32)),
}

test.each(Object.entries(keys))('a key of %s is found in any text', (_, secret) => {
  for (const text of [`Use ${secret} for it.`, `key:${secret}`, `"${secret}"\n`, secret])
    expect(findKeys(text)).toEqual([secret])
  expect(withoutCredentials(`Use ${secret}, or ask.`)).toBe('Use [left out], or ask.')
})

const word = 'Xk29fj3kd8s7fh2kLp'

test.each([
  `Our access token is ${word}.`,
  `Password of the till: ${word}!`,
  `The password for the till: ${word}`,
  `API key:\n${word}`,
  `META_APP_SECRET=${word}`,
  `Das Passwort der Kasse ist ${word}`,
  `La contraseña es ${word}`,
  `पासवर्ड ${word} है`,
  `كلمة المرور: ${word}`,
  `Wifi is free. The password of the till is ${word}. Guests are welcome.`,
])('a long word behind a word for a secret is one: %j', (text) => {
  expect(findCredentials(text)).toEqual([word])
  expect(findKeys(text)).toEqual([])
})

test.each([
  `The password of our wifi is ${word}.`,
  `Wi-Fi: Asha Salon\nPassword: ${word}`,
  `Guests: network AshaGuest, password ${word}`,
  `वाई-फ़ाई का पासवर्ड ${word} है`,
  `كلمة مرور الواي فاي ${word}`,
  'The wifi password is welcome123, the door code 4711.',
  'The password is SummerHolidays.',
  'Say the code SAVE20 for 20 %, or NEWYEAR2026DISCOUNT.',
  'La palabra clave de la promo es VERANO2026DESCUENTO20.',
  'Token number format: APPT-2026-00012345-A1B2C3.',
  'Zoom password: Meeting-2026-Room12-Alpha.',
  'The secret of our tea: ginger and cardamom, since 1962.',
  'Booking reference BK-2026-0042-XF7Q, order 4007123456789012.',
  'Our secret id is 123e4567-e89b-12d3-a456-426614174000.',
  'Secret: pay to IBAN DE89370400440532013000.',
  'GSTIN 27AAPFU0939F1ZV, account 50100123456789, IFSC HDFC0001234.',
  `Reset your password at https://shop.example/reset/${word}?token=${word}`,
  `Keys are cut, see shop.example/keys/${word}`,
  'Password questions go to anna.maria2026@schluesseldienst24.example.',
  'Never tell a password. See the page 2026-summer-price-list-haircuts for it.',
  'https://shop.example/sk-kosice-2026-delivery-in-the-mountains and sk-learn-for-beginners',
  'EAA is our school, and the EAASCHOOLOFMUSICANDDANCE too. AKIA is a town.',
  'The bearer of unbelievablylongvouchernames pays less.',
])('no credential: %j', (text) => {
  expect(findCredentials(text)).toEqual([])
  expect(withoutCredentials(text)).toBe(text)
})

test.each([
  'sk-',
  'eyJ',
  'eyJaaaaaaaaaa.',
  'SG.',
  'EAA',
  `${pem} `,
  `${pem}\n${random(16)}\n`,
  'password ',
  'token ab1',
  `token ${word} `,
  'bearer ',
  'Bearer  a',
  'a1',
  'a-',
  'a.',
  '1:AA',
  'xoxb-1',
  ' ',
])('a million characters of %j are looked through before the test gives up', (part) => {
  expect(findCredentials(part.repeat(1_000_000 / part.length)).length).toBeLessThan(10)
})
