import { expect, test } from 'vitest'

import { isUniversalOptOut, readOptKeyword } from '../contacts/apply-opt-out-keyword.ts'

const words = { optOutKeywords: ['Schluss', '🛑'], optInKeywords: ['Chalu hai'] }

/** As people of each language write it: bare, with signs, with courtesy, and in a sentence. */
const out: Record<string, string> = {
  en: `
    Stop. | Stop 🙏 | "stop" | Please, stop! | ＳＴＯＰ | Stopppp | STOP ALL | 🛑 | OptOut |
    unsubscribe me | pls stop 🙏🏽 | Please stop sending me messages | don't text me anymore |
    Can you please stop texting me? | no more messages please | ok stop | Stop WhatsApp |
    I want to unsubscribe from this list | stop marketing messages | stop all offers please |
    Don’t send me any more messages | do not send me ads | I don't want your promotions |
    could you please remove me from your list? | I would like to stop promotions
  `,
  hi: `
    बंद करो। | कृपया बंद करें | बन्द कीजिए | रोकिए | रुको! | मत भेजो | please बंद करो | स्टॉप |
    मैसेज भेजना बंद करो | अब मेसेज़ बंद कर दीजिए 🙏 | मुझे मैसेज मत करो | बस! | बस करो |
    मुझे कोई मैसेज नहीं चाहिए | मुझे परेशान मत करो | विज्ञापन नहीं चाहिए
  `,
  hinglish: `
    band karo | Band kar do please | mujhe message mat bhejo | ruko | stop karo bhai |
    mujhe message mat karo | message nahi chahiye | promo band karo | mujhe pareshan mat karo
  `,
  mr: 'बंद करा | कृपया बंद करा. | थांबा | मला मेसेज करू नका | मेसेज नको | त्रास देऊ नका',
  ta: 'தயவுசெய்து நிறுத்துங்கள் | எனக்கு செய்திகள் வேண்டாம் | தொந்தரவு செய்யாதீர்கள்',
  te: 'దయచేసి ఆపండి | నాకు మెసేజ్‌లు వద్దు | నన్ను ఇబ్బంది పెట్టకండి',
  bn: 'দয়া করে বন্ধ করুন। | মেসেজ চাই না | আমাকে বিরক্ত করবেন না',
  gu: 'કૃપા કરીને બંધ કરો | મેસેજ નથી જોઈતા | મને હેરાન ન કરો',
  kn: 'ದಯವಿಟ್ಟು ನಿಲ್ಲಿಸಿ. | ನನಗೆ ಸಂದೇಶಗಳು ಬೇಡ | ನನಗೆ ತೊಂದರೆ ಕೊಡಬೇಡಿ',
  ml: 'ദയവായി നിർത്തൂ | നിര്‍ത്തുക | എനിക്ക് മെസ്സേജ് വേണ്ട | എന്നെ ശല്യം ചെയ്യരുത്',
  pa: 'ਕਿਰਪਾ ਕਰਕੇ ਬੰਦ ਕਰੋ ਜੀ | ਮੈਸੇਜ ਨਹੀਂ ਚਾਹੀਦੇ | ਮੈਨੂੰ ਤੰਗ ਨਾ ਕਰੋ',
  ur: 'بند کریں۔ | بند كرو | میسج نہیں چاہیے | مجھے تنگ نہ کریں',
  ar: `
    توقّف! | توقف من فضلك | اوقف الرسائل | الغاء الإشتراك | لا ترسل لي رسائل | كفاية رسائل |
    توقفوا عن إرسال الرسائل لو سمحتم | لا تبعتوا لي رسائل | ما تبعتوش رسائل تاني |
    مش عايز رسائل | إيقاف العروض الترويجية | لا أريد إعلانات | لا تزعجوني
  `,
  es: `
    baja. | Baja, por favor | Pare! | ¡Para ya! | darme de baja | detén | cancelar suscripcion |
    Dejen de enviarme mensajes | stop por favor | ya no me manden mensajes | ¡Alto! | ¡Basta ya! |
    déjenme en paz por favor | no quiero publicidad | no me envíen más promociones |
    ya no quiero recibir mensajes | sáquenme de la lista
  `,
  fr: `
    ARRET | Arrête ! | s’il vous plaît arrêtez | me désinscrire | STOP svp | laissez-moi tranquille |
    arrêtez de m’envoyer des messages | Plus de pub svp ! | arrêter les promotions |
    je ne veux plus recevoir vos messages | ne m’écrivez pas
  `,
  de: `
    stopp! | abbestellen bitte | Hör auf! | Schluss, bitte. | Lassen Sie mich in Ruhe |
    Bitte keine Nachrichten mehr | keine Werbung bitte | Ich will keine Nachrichten mehr bekommen |
    Schicken Sie mir keine Werbung mehr | schreibt mir nicht mehr | ich will stoppen
  `,
  pt: `
    PARE | sair | pare por favor | cancelar inscrição | não quero mais mensagens | descadastrar |
    Pare de me enviar mensagens | me tire da lista | Deixem-me em paz | não me envie promoções |
    não quero propaganda | chega de mensagens
  `,
  id: `
    Berhenti! | tolong berhenti | stop ya | berhenti berlangganan | jangan kirim pesan lagi |
    jangan WA saya lagi | hentikan promosi | saya tidak mau menerima pesan lagi | hapus nomor saya
  `,
}

const again = `
  START | start! | please start | unstop | Subscribe | chalu hai | शुरू करो |
  कृपया शुरू करें | सुरू करा | தொடங்கு | ప్రారంభించండి | শুরু করুন | શરૂ કરો |
  ಪ್ರಾರಂಭಿಸಿ | തുടങ്ങുക | ਸ਼ੁਰੂ ਕਰੋ | شروع کریں | ابدأ | ابدا من فضلك | ALTA | empezar |
  démarrer | reprendre svp | anmelden | começar | mulai | start bhai
`

const ordinary = `
  don't stop | Don’t stop! | do not stop | never stop | please dont stop | non stop |
  bus stop | stop by tomorrow | stop by at 5 | stop the booking at 5 |
  Can you stop at the bank? | stop here | CANCEL | END | QUIT | cancelar | रद्द करो |
  إلغاء | salir | no | no more | no thanks | stop 5 | when does it stop |
  the rain stopped | please | messages | 🙏 | ... | start stop | मत रोको | बंद मत करो |
  दुकान बंद करो | दुकान बंद | बंद | बंद करू नका | நிறுத்த வேண்டாம் | வேண்டாம் | ఆపవద్దు |
  বন্ধ করো না | બંધ ન કરો | ನಿಲ್ಲಿಸಬೇಡಿ | നിർത്തരുത് | ਬੰਦ ਨਾ ਕਰੋ | بند نہ کرو |
  لا تتوقف | لا توقف | توقف الساعة 5 | no parar | para mí | para mañana | planta baja |
  no más | n’arrêtez pas | arrêt de bus | ne pas arrêter | nicht stoppen | hör nicht auf |
  não pare | para mim | quero sair às 5 | jangan berhenti | berhenti di toko | halt |
  will this stop | can you stop | stop? | stop?! 🙏 | could you stop | will it stop now | would you stop |
  it will stop | does it stop | can you stop? | unsubscribe? | ¿parar? | ¿parar | ¿Alto? | توقف؟ | 停？ |
  बंद करो? | stop？ | start? | बस धन्यवाद | बस स्टॉप कहाँ है | बस से आऊँगा | basta, gracias | alto y delgado |
  con eso basta | soy alto | chega às 5 | chega, obrigado | नहीं चाहिए | nahi chahiye | promotions | offers | ads |
  any offers | I don't want these | I don't want any more | no more offers for lunch | no quiero más |
  je ne veux plus | não quero essas | tidak mau pesan | لا أريد المزيد | send me your offers |
  no me llamen, escríbanme | whatsapp me | मैसेज करो | mensajes | keine | plus de pain | what ads do you stop
`

const textsOf = (listed: string): string[] => listed.split('|').map((text) => text.trim())

test.each(
  Object.entries(out).flatMap(([language, all]) => textsOf(all).map((text) => [language, text])),
)('%s: %j opts out', (_language, text) => {
  expect(readOptKeyword(text, words)).toBe('out')
})

test.each(textsOf(again))('%j opts in again', (text) => {
  expect(readOptKeyword(text, words)).toBe('in')
})

test.each([...textsOf(ordinary), '', ' ', `${'please '.repeat(40)}stop`])(
  '%j is an ordinary message',
  (text) => {
    expect(readOptKeyword(text, words)).toBeUndefined()
  },
)

test('only the English stop words opt out whatever options a chat offers', () => {
  expect(['Stop!', 'UNSUBSCRIBE', 'opt-out'].map(isUniversalOptOut)).toEqual([true, true, true])
  expect(['baja', 'parar', 'please stop'].map(isUniversalOptOut)).toEqual([false, false, false])
})
