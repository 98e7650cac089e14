/** What the page says that asks before code of this computer runs, by language. */
export const consentWords = {
  en: {
    title: 'Run code from this computer?',
    what: 'This link opens Errand with a part that comes from a program on this computer. Nobody has signed or checked its code:',
    risk: 'It can see and do everything in Errand that you can. Go on only if you started this program yourself.',
    own: 'I started this program myself.',
    run: 'Run it in this tab',
    without: 'Open Errand without it',
  },
  hi: {
    title: 'इस कंप्यूटर का कोड चलाएँ?',
    what: 'यह लिंक Errand को ऐसे हिस्से के साथ खोलता है जो इस कंप्यूटर के एक प्रोग्राम से आता है। उसके कोड पर किसी ने हस्ताक्षर नहीं किए हैं और न ही उसे जाँचा है:',
    risk: 'Errand में जो कुछ आप देख और कर सकते हैं, वह सब यह कोड भी कर सकता है। तभी आगे बढ़ें जब यह प्रोग्राम आपने खुद शुरू किया हो।',
    own: 'यह प्रोग्राम मैंने खुद शुरू किया है।',
    run: 'इसे इस टैब में चलाएँ',
    without: 'Errand को इसके बिना खोलें',
  },
  ar: {
    title: 'هل تريد تشغيل شيفرة من هذا الحاسوب؟',
    what: 'يفتح هذا الرابط Errand مع جزء يأتي من برنامج على هذا الحاسوب. لم يوقّع أحد شيفرته ولم يفحصها:',
    risk: 'يمكنها أن ترى كل ما تراه في Errand وأن تفعل كل ما يمكنك فعله. لا تتابع إلا إذا كنت قد شغّلت هذا البرنامج بنفسك.',
    own: 'شغّلتُ هذا البرنامج بنفسي.',
    run: 'تشغيله في علامة التبويب هذه',
    without: 'فتح Errand من دونه',
  },
}
export type ConsentLanguage = keyof typeof consentWords
