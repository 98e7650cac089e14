import type { Translation } from '@errand/shared-ui'

import type { en } from './en.ts'

export const hi: Translation<typeof en> = {
  notFound: 'पेज नहीं मिला',
  notFoundText: 'आप जो पेज खोज रहे हैं, वह मौजूद नहीं है।',
  goHome: 'होम पर जाएँ',
  dashboard: 'डैशबोर्ड',
  settings: 'सेटिंग',
  signIn: 'साइन इन',
  broken: 'ओह! कुछ गड़बड़ हो गई',
  brokenText: 'एक अनपेक्षित त्रुटि हुई। कृपया पेज को रीफ़्रेश करके देखें।',
  refresh: 'पेज रीफ़्रेश करें',
  copyDetails: 'विवरण कॉपी करें',
  detailsCopied: 'विवरण कॉपी हो गया',
  newVersion: 'नया संस्करण',
  newVersionHere: '{product} का नया संस्करण आ गया है।',
  newVersionText: 'आगे बढ़ने के लिए फिर लोड करें। आपका लिखा कुछ भी नहीं खोएगा।',
  reload: 'फिर लोड करें',
  notLoaded: '{label} लोड नहीं हो सका',
  notLoadedText: '{product} का बाकी हिस्सा चल रहा है। आपने कहीं और जो लिखा, वह सुरक्षित है।',
  notAvailable: '{label} अभी उपलब्ध नहीं है',
  notAvailableText:
    'यह इस ब्राउज़र में कई बार शुरू नहीं हुआ, इसलिए आपके फिर कोशिश करने तक रुका है। {product} का बाकी हिस्सा चल रहा है।',
  tryAgain: 'फिर कोशिश करें',
  profileNotCreated: 'उपयोगकर्ता प्रोफ़ाइल नहीं बन सकी। कृपया फिर कोशिश करें।',
  profileLost: 'उपयोगकर्ता प्रोफ़ाइल लोड नहीं हो सकी। कृपया पेज को रीफ़्रेश करें।',
}
