import { expect, test } from 'vitest'

import { nothingOf, testField, testMessage, testRequest } from '../../../../test/turns.ts'
import { filterReply } from '../../assistant/filter-reply.ts'

/** In each language what a business promises, what it refuses, and a reply that promises it. */
const kinds: Record<string, Record<string, [says: string, refuses: string, reply: string]>> = {
  free: {
    en: ['Viewings are free.', 'Viewings are not free.', 'The viewing is free of charge.'],
    hi: ['देखना मुफ़्त है।', 'देखना मुफ़्त नहीं है।', 'यह आपके लिए मुफ्त है।'],
    'hi-Latn': ['Dekhna free hai.', 'Dekhna free nahi hai.', 'Dekhna muft hai.'],
    ar: ['المعاينة مجانية.', 'المعاينة ليست مجانية.', 'المعاينة مجّانية لك.'],
    es: ['Las visitas son sin costo.', 'Las visitas no son gratis.', 'La visita es gratuita.'],
    pt: ['As visitas são grátis.', 'As visitas nunca são gratuitas.', 'A visita é gratuita.'],
    de: [
      'Besichtigungen sind kostenfrei, ohne Termin.',
      'Besichtigungen sind nicht kostenlos.',
      'Die Besichtigung ist kostenlos.',
    ],
    fr: [
      'Les visites sont sans frais.',
      'Les visites ne sont pas gratuites.',
      'La visite est gratuite.',
    ],
  },
  discount: {
    en: ['Students get a discount.', 'Never promise a discount.', 'There is a discount for you.'],
    hi: ['छात्रों को छूट मिलती है।', 'छूट का वादा मत करो।', 'आपको छूट मिलेगी।'],
    'hi-Latn': [
      'Students ko discount milta hai.',
      'Koi discount mat dena.',
      'Aapko chhoot milegi.',
    ],
    ar: ['يحصل الطلاب على الخصم.', 'لا تعد بخصم.', 'ستحصل على الخصم.'],
    es: [
      'Los estudiantes tienen descuento.',
      'Nunca prometas un descuento.',
      'Tiene un descuento.',
    ],
    pt: [
      'Oferecemos desconto no primeiro corte.',
      'Nunca prometa desconto.',
      'Você tem desconto no pagamento.',
    ],
    de: ['Wir geben Studentenrabatt.', 'Versprich nie einen Rabatt.', 'Sie bekommen Rabatt.'],
    fr: [
      'Les étudiants ont une remise.',
      'Ne promets jamais de remise.',
      'Vous avez une réduction.',
    ],
  },
  refund: {
    en: ['We refund within a week.', 'No refunds.', 'We will refund you.'],
    hi: ['हम पैसे वापस करते हैं।', 'रिफंड का वादा न करें।', 'आपको रिफंड मिलेगा।'],
    'hi-Latn': ['Refund ek hafte mein milta hai.', 'Refund nahi milta.', 'Paise wapas milenge.'],
    ar: ['نعيد المبلغ خلال أسبوع.', 'لا يوجد استرداد.', 'يمكنك استرداد المبلغ.'],
    es: ['Hacemos devoluciones en una semana.', 'Sin reembolsos.', 'Le haremos un reembolso.'],
    pt: ['Reembolsamos em uma semana.', 'Sem reembolso.', 'Você recebe o dinheiro de volta.'],
    de: [
      'Wir zahlen Ihr Geld zurück: volle Kostenerstattung.',
      'Keine Erstattung.',
      'Wir erstatten Ihnen alles.',
    ],
    fr: ['Nous remboursons sous huit jours.', 'Aucun remboursement.', 'Vous serez remboursé.'],
  },
  guarantee: {
    en: ['There is a warranty of a year.', 'We give no guarantee.', 'We guarantee it.'],
    hi: ['एक साल की वारंटी है।', 'कोई गारंटी नहीं।', 'इसकी गारंटी है।'],
    'hi-Latn': ['Ek saal ki guarantee hai.', 'Koi guarantee nahi.', 'Main vaada karta hoon.'],
    ar: ['لدينا ضمان لمدة سنة.', 'لا نقدم أي ضمان.', 'نضمن لك ذلك.'],
    es: ['Hay garantía de un año.', 'No damos garantía.', 'Se lo garantizo.'],
    pt: ['Há garantia de um ano.', 'Não damos garantia.', 'Nós garantimos isso.'],
    de: ['Ein Jahr Garantie.', 'Keine Garantie.', 'Das verspreche ich Ihnen.'],
    fr: ['Il y a une garantie d’un an.', 'Pas de garantie.', 'Je vous le promets.'],
  },
  compensation: {
    en: ['Late? You get a voucher.', 'Never offer vouchers.', 'We will compensate you.'],
    hi: ['देर होने पर वाउचर मिलता है।', 'मुआवज़ा नहीं देते।', 'आपको मुआवजा मिलेगा।'],
    'hi-Latn': ['Der hui to voucher milta hai.', 'Voucher nahi dete.', 'Aapko voucher milega.'],
    ar: ['عند التأخير نقدم قسيمة.', 'لا نقدم تعويضات.', 'ستحصل على التعويض.'],
    es: ['Damos una compensación.', 'Nunca ofrezcas compensación.', 'Le indemnizaremos.'],
    pt: ['Damos uma compensação.', 'Nunca damos compensação.', 'Vamos indenizar você.'],
    de: ['Sie bekommen einen Gutschein.', 'Keine Gutscheine.', 'Wir entschädigen Sie.'],
    fr: ["Nous donnons un bon d'achat.", 'Jamais de dédommagement.', 'Nous vous dédommagerons.'],
  },
}

const filter = (instructions: string, reply: string) => {
  const request = testRequest(nothingOf([testField('name')]), {
    inbound: [testMessage('?')],
    job: { instructions },
  })
  return filterReply(reply, request, { values: {} })
}
const isKept = (instructions: string, reply: string) => filter(instructions, reply).text !== ''

const pairs = Object.entries(kinds).flatMap(([kind, byLanguage]) =>
  Object.entries(byLanguage).map(([language, [says, refuses]]) => ({
    kind,
    language,
    says,
    refuses,
    replies: Object.values(byLanguage).map(([, , reply]) => reply),
  })),
)

test.each(pairs)(
  'a promise of the business ($kind, $language) may be repeated in every language',
  ({ says, refuses, replies }) => {
    expect(replies.filter((reply) => !isKept(`We are a shop. ${says} Be kind.`, reply))).toEqual([])
    expect(replies.filter((reply) => isKept(refuses, reply))).toEqual([])
    expect(replies.filter((reply) => isKept('We are a shop.', reply))).toEqual([])
  },
)

test.each([
  ['Viewings are free, never negotiate the commission.', 'المعاينة مجانية.'],
  ['Never negotiate the commission, viewings are free.', 'Die Besichtigung ist kostenlos.'],
  ['Viewings are free and we never negotiate the commission.', 'La visita es gratis.'],
  ['Tell them that viewings are free; do not talk about the commission.', 'La visita es gratis.'],
  ['We cannot deliver on Sundays, but delivery is free on all other days.', 'डिलीवरी मुफ़्त है।'],
  ['Besichtigungen sind kostenlos (keine Verpflichtung).', 'The viewing is free of charge.'],
  ['Las visitas son gratis, nunca negocies la comisión.', 'The viewing is free of charge.'],
  ['As visitas são grátis, não negocie a comissão.', 'The viewing is free of charge.'],
  ['Les visites sont gratuites, ne négocie jamais la commission.', 'La visita es gratis.'],
  ['देखना मुफ़्त है, कमीशन पर मोलभाव नहीं है।', 'The viewing is free of charge.'],
  ['Dekhna free hai, commission kam nahi hai.', 'The viewing is free of charge.'],
  ['المعاينة مجانية، ولا تفاوض على العمولة.', 'The viewing is free of charge.'],
  ['There is no charge for parking.', 'Parken ist kostenlos.'],
  ['If you order for 500, delivery is free.', 'La entrega es gratis.'],
  ['Agar 5 kilo lo to delivery free hai.', 'The delivery is free of charge.'],
  ['Our cakes are gluten free and delivery is free.', 'La entrega es gratis.'],
])('%j allows %j', (instructions, reply) => {
  expect(filter(instructions, reply)).toEqual({ text: reply, removed: [] })
})

test.each([
  ['Never promise a discount, a refund or free delivery.', 'Delivery is for free.'],
  ['We do not offer discounts, refunds or free rides.', 'We will refund you.'],
  ['Discounts, refunds and vouchers are not possible.', 'There is a discount.'],
  ['Wir geben Rabatte, Gutscheine oder Erstattungen grundsätzlich nicht.', 'We will refund you.'],
  ['If they ask for a discount, do not agree.', 'There is a discount.'],
  ['Never say that viewings are free and that there is a discount.', 'There is a discount.'],
  ['हम छूट, रिफंड या मुफ्त डिलीवरी नहीं देते।', 'There is a discount.'],
  ['لا تعد بخصم، استرداد أو توصيل مجاني.', 'We will refund you.'],
  ['Não oferecemos mais desconto.', 'There is a discount.'],
  ['If somebody asks for a discount, hand over.', 'There is a discount.'],
  ['If they want a discount, a refund or a voucher, hand over.', 'We will refund you.'],
  ['अगर कोई छूट मांगे तो मुझे बताओ।', 'There is a discount.'],
  ['Do you have a discount code?', 'There is a discount.'],
  ['The owner decides about refunds.', 'We will refund you.'],
  ['Refund requests: hand over.', 'We will refund you.'],
  ['Is Monday free?', 'It is gratis.'],
  ['All our cakes are gluten free.', 'Your cake is free of charge.'],
  ['Our rooms are smoke free, the road is toll free.', 'Your room is free of charge.'],
  ['Nut-free cakes, sugar-free drinks, alcohol free drinks.', 'Your drink is free of charge.'],
  ['Sugar free, dairy free and nut free cakes, all tax free.', 'Your cake is free of charge.'],
  ['Ask whether they are free on Friday; feel free to joke, all is gluten-free.', 'It is gratis.'],
])('%j is no promise: removes %j', (instructions, reply) => {
  expect(filter(instructions, reply).text).toBe('')
})

test.each([
  'We do not offer discounts, refunds or free delivery.',
  'I am sorry, there is no discount and it is not for free.',
  'Would Friday be fine? We are free at 5, and feel free to ask.',
])('keeps %j, which promises nothing', (reply) => {
  expect(filter('', reply)).toEqual({ text: reply, removed: [] })
})

test.each([
  'We cannot change the date, but you get a full refund.',
  'You get it at no cost.',
  'Delivery is free.',
  'If you decide today, you get a big discount.',
  'You can decide: a full refund or a free replacement.',
  'We refund you up to the full price.',
  'Everything is free of charge up to the end of May.',
  'The team decides about parking, and your refund is guaranteed.',
  'You get a refund, the team decides about parking.',
  'The team has decided that you get a refund.',
  'The team decides: you get a full refund.',
  'I have noted your request: you get a full refund.',
  'Your refund request is approved.',
  'Entscheiden Sie sich heute und Sie erhalten einen Rabatt.',
  'Das Team entscheidet über Parkplätze, und Sie erhalten eine Erstattung.',
  'Si usted decide hoy, le damos un descuento.',
  'Se você decidir hoje, tem desconto e reembolso.',
  'आप आज तय करें तो छूट मिलेगी।',
  'إذا قررت اليوم لك خصم ونضمن استرداد المبلغ.',
])('removes %j, which contains a promise', (reply) => {
  const { text, removed } = filter('', reply)
  expect({ text, kinds: [...new Set(removed)] }).toEqual({ text: '', kinds: ['promise'] })
})

test.each([
  'I am sorry; whether you get a refund is for the team to decide.',
  'A discount is up to the owner.',
  'Über einen Rabatt entscheidet das Team.',
  "C'est l'équipe qui décide d'un remboursement.",
  'El descuento lo decide el equipo.',
  'Quem decide o desconto é a equipa.',
  'छूट का फ़ैसला टीम करती है।',
  'Discount ka faisla team karegi.',
  'الخصم يقرره الفريق.',
  'Discounts are decided by the team.',
  'The team decides whether there is a discount and whether you get a refund.',
  'Whether there is a discount is for the team to say.',
  'I will ask the team whether a refund is possible.',
  'You asked for a refund, and the team will decide.',
  'I have noted your refund request.',
  'Ob es einen Rabatt gibt, entscheidet das Team.',
  'Le remboursement est décidé par l’équipe.',
  'Si hay descuento, lo decide el equipo.',
  'A equipe decide se há desconto.',
  'छूट के बारे में टीम तय करेगी।',
  'Team decide karegi ki discount milega ya nahi.',
])('keeps %j, which only says who decides', (reply) => {
  expect(filter('', reply)).toEqual({ text: reply, removed: [] })
})
