import type { en } from './en.ts'

/** Hindi. */
export const hi: Record<keyof typeof en, string> = {
  needsName: 'काम को नाम दें।',
  needsLabel: 'बताएँ कि यह क्या है।',
  needsKey: 'कुंजी लिखें।',
  badKey: 'केवल छोटे अंग्रेज़ी अक्षर, अंक और _ लिखें, और अक्षर से शुरू करें।',
  needsOption: 'बताएँ कि क्या चुना जा सकता है।',
  fewOptions: 'चुनाव के लिए कम से कम दो विकल्प चाहिए।',
  needed: 'यह ज़रूरी है।',
  tooLong: '{max, plural, one {ज़्यादा से ज़्यादा # अक्षर।} other {ज़्यादा से ज़्यादा # अक्षर।}}',
  atMost: 'ज़्यादा से ज़्यादा {max, number}।',
  atLeast: 'कम से कम {min, number}।',
  webAddress: 'ऐसा पता लिखें जो https:// से शुरू हो।',
  emails: 'ई-मेल पते लिखें, जैसे you@shop.example.',
  number: 'संख्या लिखें।',
  wholeNumber: 'पूर्ण संख्या लिखें।',
  copyOf: '{name} (कॉपी)',
}
