import { expect, test } from 'vitest'

import { isUniversalOptOut, readOptWord } from './opt-words.ts'

const words = { optOutKeywords: ['Schluss', '🛑'], optInKeywords: ['Chalu hai'] }

/** As people of each language write it: bare, with signs, with courtesy, and in a sentence. */
const out: Record<string, string> = {
  en: `
    STOP | Stop. | STOP!! | Stop 🙏 | "stop" | stop please | Please, stop! | ＳＴＯＰ | Stopppp |
    stopall | OptOut | opt out | Unsubscribe | unsubscribe me | pls stop 🙏🏽 |
    stop messaging me | Please stop sending me messages | Can you please stop texting me? |
    don’t message me | don't text me anymore | remove me from your list |
    no more messages please | stop it | ok stop | I want to unsubscribe from this list |
    STOP ALL | 🛑
  `,
  hi: `
    बंद करो | बंद करो। | कृपया बंद करें | बन्द कीजिए | रोको | रोकिए | रुको | रुको! |
    मत भेजो | मैसेज भेजना बंद करो | मुझे मैसेज मत भेजिए | अब मेसेज़ बंद कर दीजिए 🙏 |
    please बंद करो | स्टॉप
  `,
  hinglish: `
    band karo | Band kar do please | mujhe message mat bhejo | ruko | stop karo bhai
  `,
  mr: `
    बंद करा | कृपया बंद करा. | थांबवा | मला मेसेज पाठवू नका | थांबा
  `,
  ta: `
    நிறுத்து | தயவுசெய்து நிறுத்துங்கள் | நிறுத்தவும்! | செய்திகளை நிறுத்துங்கள்
  `,
  te: `
    ఆపండి | దయచేసి ఆపండి | ఆపు. | సందేశాలు పంపవద్దు | నిలిపివేయండి
  `,
  bn: `
    বন্ধ করুন | দয়া করে বন্ধ করুন। | থামুন | মেসেজ পাঠাবেন না | মেসেজ পাঠানো বন্ধ করো
  `,
  gu: `
    બંધ કરો | કૃપા કરીને બંધ કરો | રોકો! | મને મેસેજ મોકલશો નહીં
  `,
  kn: `
    ನಿಲ್ಲಿಸಿ | ದಯವಿಟ್ಟು ನಿಲ್ಲಿಸಿ. | ಸಂದೇಶಗಳನ್ನು ನಿಲ್ಲಿಸಿ | ಮೆಸೇಜ್ ಕಳುಹಿಸಬೇಡಿ
  `,
  ml: `
    നിർത്തുക | ദയവായി നിർത്തൂ | നിര്‍ത്തുക | സന്ദേശങ്ങൾ അയക്കരുത്
  `,
  pa: `
    ਬੰਦ ਕਰੋ | ਕਿਰਪਾ ਕਰਕੇ ਬੰਦ ਕਰੋ ਜੀ | ਰੋਕੋ | ਰੁਕੋ!
  `,
  ur: `
    بند کرو | بند کریں۔ | براہ کرم بند کریں | میسج بند کر دیں | روکو | بند كرو
  `,
  ar: `
    توقف | توقّف! | توقف من فضلك | أوقف | اوقف الرسائل | إلغاء الاشتراك | الغاء الإشتراك |
    إيقاف | لا ترسل لي رسائل | توقفوا عن إرسال الرسائل لو سمحتم
  `,
  es: `
    BAJA | baja. | Baja, por favor | parar | Pare! | para | ¡Para ya! | darme de baja |
    detén | no quiero más mensajes | cancelar suscripcion | Dejen de enviarme mensajes |
    stop por favor
  `,
  fr: `
    arrêt | ARRET | arrêtez | Arrête ! | s’il vous plaît arrêtez | désabonner |
    me désinscrire | arrêtez de m’envoyer des messages | ne m'envoyez plus de messages |
    STOP svp
  `,
  de: `
    Stopp | stopp! | bitte stopp | Abmelden | abbestellen bitte | aufhören | Hör auf! |
    Bitte keine Nachrichten mehr | schluss | Schluss, bitte.
  `,
  pt: `
    parar | PARE | sair | pare por favor | para | cancelar inscrição |
    não quero mais mensagens | Pare de me enviar mensagens | descadastrar
  `,
  id: `
    berhenti | Berhenti! | tolong berhenti | stop ya | berhenti berlangganan |
    jangan kirim pesan lagi
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
  não pare | para mim | quero sair às 5 | jangan berhenti | berhenti di toko | halt
`

const textsOf = (listed: string): string[] => listed.split('|').map((text) => text.trim())

test.each(
  Object.entries(out).flatMap(([language, all]) => textsOf(all).map((text) => [language, text])),
)('%s: %j means no more messages', (_language, text) => {
  expect(readOptWord(text, words)).toBe('out')
})

test.each(textsOf(again))('%j means messages again', (text) => {
  expect(readOptWord(text, words)).toBe('in')
})

test.each([...textsOf(ordinary), '', ' ', `${'please '.repeat(40)}stop`])(
  '%j is an ordinary message',
  (text) => {
    expect(readOptWord(text, words)).toBeUndefined()
  },
)

test('stop in English is above whatever answers a chat offers; other words are not', () => {
  expect(['Stop!', 'UNSUBSCRIBE', 'opt-out'].map(isUniversalOptOut)).toEqual([true, true, true])
  expect(['baja', 'parar', 'please stop'].map(isUniversalOptOut)).toEqual([false, false, false])
})
