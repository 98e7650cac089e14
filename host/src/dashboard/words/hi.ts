import type { Translation } from '@errand/shared-ui'

import type { en } from './en.ts'

export const hi: Translation<typeof en> = {
  dashboard: 'डैशबोर्ड',
  hello: 'नमस्ते, {name}',
  description: 'आपका सहायक क्या कर रहा है, और कहाँ आपकी ज़रूरत है।',
  loading: 'आपका डैशबोर्ड लोड हो रहा है',

  setUp: 'शुरुआत',
  stepsDone: '{all, number} में से {done, number} पूरे',
  done: 'पूरा',
  stepJob: 'अपना पहला काम लिखें',
  stepJobWhy: 'सहायक क्या करे, और कौन से जवाब इकट्ठा करे।',
  stepTest: 'आज़माएँ',
  stepTestWhy: 'नकली फ़ोन पर ग्राहक की तरह लिखें।',
  stepWhatsApp: 'अपना WhatsApp नंबर जोड़ें',
  stepWhatsAppWhy: 'तब आपके ग्राहक उस तक पहुँचेंगे।',
  stepMail: 'ई-मेल सेट करें',
  stepMailWhy: 'चैट भेजने और सूचनाएँ पाने के लिए।',
  stepCredit: 'बैलेंस भरें',
  stepCreditWhy: 'मुफ़्त परीक्षण के बाद के लिए।',

  trialLeft:
    '{days, plural, =0 {आपका मुफ़्त परीक्षण आज समाप्त होता है।} one {मुफ़्त परीक्षण का # दिन बचा है।} other {मुफ़्त परीक्षण के # दिन बचे हैं।}}',
  trialFree: 'तब तक {messages, plural, one {# और संदेश मुफ़्त है} other {# और संदेश मुफ़्त हैं}}।',
  balance: 'लगभग {messages, plural, one {# संदेश} other {# संदेश}} बाकी ({amount})।',
  exhausted: 'आपका बैलेंस समाप्त हो गया है: सहायक रुका हुआ है।',
  topUp: 'बैलेंस भरें',
  accountLost: 'आपका बैलेंस और सेटअप लोड नहीं हो सका।',

  figures: 'आँकड़े',
  range: 'अवधि',
  today: 'आज',
  week: '7 दिन',
  days30: '30 दिन',
  month: 'यह महीना',
  custom: 'चुनें',
  from: 'से',
  to: 'तक',
  since: 'पहले से',
  newChats: 'चैट',
  received: 'मिले संदेश',
  completed: 'पूरे हुए',
  firstReply: 'पहला जवाब',
  messages: 'लेखक के अनुसार संदेश',
  customers: 'ग्राहक',
  assistant: 'सहायक',
  yourself: 'आप',
  noFigures: 'इस अवधि में कोई संदेश नहीं',
  noFiguresHint: 'ग्राहक लिखेंगे, तो यहाँ दिखेगा कि उन्हें कौन जवाब देता है।',
  figuresLost: 'आँकड़े लोड नहीं हो सके।',
  retry: 'फिर कोशिश करें',

  widgetLost: '{label} अपना हिस्सा नहीं दिखा सका।',
}
