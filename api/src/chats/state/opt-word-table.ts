/** How people say in one language that they want no more messages, or want them again. */
interface OptWords {
  /** Phrases, with commas between them: said with nothing but courtesy and the words of `around`. */
  out: string
  /** These mean something else as soon as a word that is no courtesy stands beside them. */
  outAlone?: string
  in: string
  /** Words: what may stand beside any of them. */
  courtesy: string
  /** Words: the messages, who gets them, and when. */
  around: string
}

/** Understood in every language, whatever answers a chat offers. */
export const universalOut = 'stop, stopall, stop all, unsubscribe, optout, opt out'

/** By the languages that a job can be written in, and Hindi in Latin letters; compared folded. */
export const optWords: Record<string, OptWords> = {
  en: {
    out: `
      unsub, opt me out, remove me, take me off, quit messaging, cease, do not disturb, no more messages,
      no more texts, leave me alone, don’t message me, do not message me, don’t text me,
      do not text me, don’t contact me, do not contact me, don’t send me messages,
      don’t write to me, do not send me messages, do not write to me, cancel subscription,
      cancel my subscription, end subscription
    `,
    in: 'start, unstop, subscribe, resubscribe, opt in, optin, resume',
    courtesy: 'please pls plz plse kindly thanks thank you thx ty hi hello hey ok okay sir madam',
    around: `
      now immediately can could would will you i want to like me my us it this that these
      those all any more again anymore the your a messages message msg msgs texts text texting
      messaging sending send writing contact contacting bothering spamming spam subscription notifications
      updates from list
    `,
  },
  hi: {
    out: `
      बंद करो, बंद करें, बंद कर दो, बंद कर दें, बंद कीजिए, बंद कर दीजिए, बंद करिए, बन्द करो,
      बन्द करें, बन्द कर दो, बन्द कीजिए, बंद करना, स्टॉप, स्टॉप करो, रोको, रोकें, रोकिए,
      रोक दो, रोक दें, रोक दीजिए, अनसब्सक्राइब, मत भेजो, मत भेजें, मत भेजिए, मत भेजना, न भेजें,
      ना भेजें
    `,
    outAlone: 'रुको, रुकें, रुकिए, रुक जाओ, रुक जाइए',
    in: `
      शुरू, शुरु, शुरू करो, शुरू करें, शुरू कीजिए, शुरू कर दो, शुरु करो, शुरु करें, चालू,
      चालू करो, चालू करें, चालू कीजिए, स्टार्ट
    `,
    courtesy: 'कृपया कृपा करके प्लीज़ प्लीज धन्यवाद शुक्रिया जी भाई भैया सर मैडम नमस्ते',
    around: `
      मुझे हमें मेरे अब अभी आगे से ये यह इसे सब सभी सारे अपने और मैसेज मेसेज मैसेजेस मेसेज़
      संदेश सन्देश भेजना को का के फिर दोबारा
    `,
  },
  hinglish: {
    out: `
      band karo, band karen, band kare, band kar do, band kardo, band kijiye, band kar dijiye,
      bandh karo, roko, rok do, rok dijiye, stop karo, stop kar do, mat bhejo, mat bhejiye,
      mat bhejna, na bheje, na bhejen, mat karo message, message mat karo, msg mat karo
    `,
    outAlone: 'ruko, rukiye, ruk jao, bas karo',
    in: 'shuru, shuru karo, shuru karen, shuru kijiye, chalu, chalu karo, start karo',
    courtesy: 'kripya kripaya plij dhanyavad shukriya ji bhai bhaiya namaste yaar',
    around: 'mujhe hume ab abhi aage se ye yeh isko sab sare aur mesej bhejna ko ka ke phir',
  },
  mr: {
    out: `
      बंद करा, बंद कर, बंद करून टाका, बन्द करा, थांबवा, रोखा, पाठवू नका, नको पाठवू,
      पाठवणे बंद करा
    `,
    outAlone: 'थांबा, थांब',
    in: 'सुरू, सुरु, सुरू करा, सुरु करा, चालू करा',
    courtesy: 'कृपया धन्यवाद कृपा करून साहेब',
    around: 'मला आम्हाला आता यापुढे हे हा सर्व सगळे संदेश मेसेज पाठवणे पुन्हा',
  },
  ta: {
    out: `
      நிறுத்து, நிறுத்துங்கள், நிறுத்தவும், நிறுத்துக, நிறுத்த, நிறுத்துங்க, நிறுத்திவிடு,
      நிறுத்திவிடுங்கள், அனுப்ப வேண்டாம், அனுப்பாதீர்கள், அனுப்பாதே, ஸ்டாப்
    `,
    in: 'தொடங்கு, தொடங்கவும், தொடங்குங்கள், தொடங்குக, ஆரம்பி, ஆரம்பிக்கவும், ஆரம்பியுங்கள்',
    courtesy: 'தயவுசெய்து தயவு செய்து நன்றி ஐயா வணக்கம்',
    around: `
      எனக்கு எங்களுக்கு இனி இனிமேல் இதை இந்த எல்லா செய்திகள் செய்திகளை செய்தி மெசேஜ்
      அனுப்புவதை மீண்டும்
    `,
  },
  te: {
    out: `
      ఆపండి, ఆపు, ఆపేయండి, ఆపేయి, ఆపివేయండి, ఆపివేయి, నిలిపివేయండి, నిలిపివేయి, నిలపండి, ఆపాలి,
      పంపవద్దు, పంపకండి, పంపొద్దు, బంద్ చేయండి, స్టాప్
    `,
    in: 'ప్రారంభించు, ప్రారంభించండి, ప్రారంభం, మొదలుపెట్టు, మొదలుపెట్టండి, మొదలు పెట్టండి',
    courtesy: 'దయచేసి ధన్యవాదాలు సర్ నమస్తే గారు',
    around: `
      నాకు మాకు ఇక ఇకపై ఇప్పుడు ఇది ఈ అన్ని సందేశాలు సందేశాలను సందేశం మెసేజ్ మెసేజ్లు పంపడం
      మళ్ళీ
    `,
  },
  bn: {
    out: `
      বন্ধ করুন, বন্ধ করো, বন্ধ কর, বন্ধ করে দিন, বন্ধ করে দাও, থামান, থামাও, পাঠাবেন না,
      পাঠিও না, স্টপ
    `,
    outAlone: 'থামুন, থামো',
    in: 'শুরু, শুরু করুন, শুরু করো, চালু, চালু করুন, চালু করো',
    courtesy: 'দয়া করে দয়াকরে অনুগ্রহ প্লিজ ধন্যবাদ ভাই নমস্কার',
    around: 'আমাকে আমাদের এখন এখনই আর এটা এই সব মেসেজ বার্তা ম্যাসেজ পাঠানো আবার',
  },
  gu: {
    out: `
      બંધ કરો, બંધ કર, બંધ કરી દો, બંધ કરશો, રોકો, રોકી દો, અટકાવો, મોકલશો નહીં, મોકલશો નહિ,
      ન મોકલો, સ્ટોપ
    `,
    outAlone: 'અટકો, થોભો',
    in: 'શરૂ, શરુ, શરૂ કરો, શરુ કરો, ચાલુ, ચાલુ કરો',
    courtesy: 'કૃપા કરીને કૃપયા મહેરબાની પ્લીઝ આભાર ભાઈ નમસ્તે',
    around: 'મને અમને હવે હવેથી આ બધા મેસેજ સંદેશ સંદેશા સંદેશાઓ મોકલવાનું ફરી',
  },
  kn: {
    out: `
      ನಿಲ್ಲಿಸಿ, ನಿಲ್ಲಿಸು, ನಿಲ್ಲಿಸಿರಿ, ನಿಲ್ಲಿಸಿಬಿಡಿ, ನಿಲ್ಲಿಸಬೇಕು, ಕಳುಹಿಸಬೇಡಿ, ಕಳಿಸಬೇಡಿ,
      ಬಂದ್ ಮಾಡಿ, ಬಂದ್ ಮಾಡು, ಸ್ಟಾಪ್
    `,
    outAlone: 'ನಿಲ್ಲಿ, ನಿಲ್ಲು',
    in: 'ಪ್ರಾರಂಭಿಸಿ, ಪ್ರಾರಂಭಿಸು, ಪ್ರಾರಂಭ, ಶುರು ಮಾಡಿ, ಶುರು, ಆರಂಭಿಸಿ, ಆರಂಭ',
    courtesy: 'ದಯವಿಟ್ಟು ಧನ್ಯವಾದ ಧನ್ಯವಾದಗಳು ಸರ್ ನಮಸ್ಕಾರ',
    around: 'ನನಗೆ ನಮಗೆ ಈಗ ಇನ್ನು ಇದನ್ನು ಈ ಎಲ್ಲಾ ಸಂದೇಶ ಸಂದೇಶಗಳನ್ನು ಸಂದೇಶಗಳು ಮೆಸೇಜ್ ಕಳುಹಿಸುವುದನ್ನು ಮತ್ತೆ',
  },
  ml: {
    out: `
      നിർത്തുക, നിർത്തൂ, നിർത്തു, നിർത്തണം, നിർത്തിക്കോ, നിറുത്തുക, നിർത്തലാക്കുക, അയക്കരുത്,
      അയയ്ക്കരുത്, അയക്കേണ്ട, സ്റ്റോപ്പ്, സ്റ്റോപ്
    `,
    in: 'തുടങ്ങുക, തുടങ്ങൂ, തുടങ്ങു, ആരംഭിക്കുക, ആരംഭിക്കൂ, ആരംഭം',
    courtesy: 'ദയവായി ദയവു ചെയ്ത് നന്ദി സർ നമസ്കാരം',
    around: `
      എനിക്ക് ഞങ്ങൾക്ക് ഇനി ഇപ്പോൾ ഇത് ഈ എല്ലാ സന്ദേശങ്ങൾ സന്ദേശം മെസ്സേജ് മെസേജ് അയക്കുന്നത്
      വീണ്ടും
    `,
  },
  pa: {
    out: `
      ਬੰਦ ਕਰੋ, ਬੰਦ ਕਰ, ਬੰਦ ਕਰ ਦਿਓ, ਬੰਦ ਕਰ ਦਿਉ, ਬੰਦ ਕਰੋ ਜੀ, ਰੋਕੋ, ਰੋਕ ਦਿਓ, ਨਾ ਭੇਜੋ, ਮਤ ਭੇਜੋ,
      ਸਟਾਪ
    `,
    outAlone: 'ਰੁਕੋ',
    in: 'ਸ਼ੁਰੂ, ਸ਼ੁਰੂ ਕਰੋ, ਚਾਲੂ, ਚਾਲੂ ਕਰੋ',
    courtesy: 'ਕਿਰਪਾ ਕਰਕੇ ਕਿਰਪਾਕਰਕੇ ਧੰਨਵਾਦ ਜੀ ਭਾਜੀ ਪਲੀਜ਼',
    around: 'ਮੈਨੂੰ ਸਾਨੂੰ ਹੁਣ ਅੱਗੇ ਤੋਂ ਇਹ ਸਾਰੇ ਸੁਨੇਹੇ ਸੁਨੇਹਾ ਮੈਸੇਜ ਭੇਜਣਾ ਫਿਰ',
  },
  ur: {
    out: `
      بند کرو, بند کریں, بند کر دو, بند کر دیں, بند کیجیے, بند کیجئے, بند کر دیجیے, روکو,
      روکیں, روک دو, روک دیں, مت بھیجو, مت بھیجیں, نہ بھیجیں, اسٹاپ, سٹاپ
    `,
    outAlone: 'رکو, رکیں, رک جائیں, رک جاؤ',
    in: 'شروع, شروع کرو, شروع کریں, چالو کریں, چالو کرو',
    courtesy: 'براہ کرم براہِ مہربانی برائے پلیز شکریہ جناب جی بھائی',
    around: 'مجھے ہمیں اب ابھی آئندہ یہ اسے سب سارے پیغام پیغامات میسج میسجز بھیجنا دوبارہ',
  },
  ar: {
    out: `
      توقف, توقفوا, توقفي, أوقف, أوقفوا, أوقفي, إيقاف, وقف, وقفوا, قف, ستوب, إلغاء الاشتراك,
      ألغ الاشتراك, ألغي الاشتراك, الغي اشتراكي, إلغاء اشتراكي, لا ترسل, لا ترسلوا, لا تراسلني,
      لا تراسلوني, لا أريد رسائل, بطل ترسل, بس رسائل
    `,
    in: 'ابدأ, ابدأوا, بدء, ابدئي, اشتراك, اشترك, استئناف, استأنف, تفعيل, إعادة الاشتراك',
    courtesy: 'من فضلك فضلكم لو سمحت سمحتم رجاء الرجاء أرجوك شكرا مرحبا السلام عليكم تكرما يرجى',
    around: `
      عن إرسال ارسال الإرسال لي لنا إلي الي الرسائل رسائل رسالة رسائلكم هذه هذا كل جميع أي
      المزيد الآن فورا مراسلتي أريد
    `,
  },
  es: {
    out: `
      parar, paren, pare, detener, detén, detengan, detente, deténganse, para ya,
      darme de baja, dar de baja, darse de baja, dame de baja, deme de baja, denme de baja,
      cancelar suscripción, cancelar la suscripción, cancelar mi suscripción, desuscribir,
      desuscribirme, desuscríbeme, desuscribirse, no más mensajes, bórrame,
      no quiero más mensajes, no quiero mensajes, no me escriban más, no me escribas más,
      no me envíen más, no me envíes más, no me manden más, no me mandes más,
      deja de escribirme, dejen de escribirme, dejen de enviarme, deja de enviarme
    `,
    outAlone: 'baja, para, de baja, la baja, quiero la baja',
    in: `
      alta, empezar, iniciar, comenzar, reanudar, suscribir, suscribirme, suscribirse,
      dar de alta, darme de alta, reactivar
    `,
    courtesy: 'por favor porfa porfavor gracias muchas hola buenas',
    around: `
      ya ahora de los las mensajes mensaje enviar enviarme mandar mandarme me quiero estos
      esto más todos
    `,
  },
  fr: {
    out: `
      arrêt, arrêter, arrêtez, arrête, stopper, stoppez, désabonner, désabonnement, désabonnez,
      désabonne, désinscrire, désinscription, désinscrivez, me désabonner, me désinscrire,
      plus de messages, ne m’envoyez plus, ne m’écrivez plus, ne me contactez plus,
      je ne veux plus de messages, ne plus recevoir
    `,
    in: `
      commencer, démarrer, reprendre, s’abonner, abonner, abonnement, réabonner, m’abonner,
      me réabonner, recommencer, reprenez
    `,
    courtesy: 's’il vous te plaît plait svp stp merci bonjour salut veuillez',
    around: `
      moi je veux voudrais me m de d les des ces vos tous messages message envoyer envoi
      maintenant
    `,
  },
  de: {
    out: `
      stopp, stoppen, abmelden, abmeldung, abbestellen, aufhören, austragen, abbestellung,
      hör auf, hören sie auf, hört auf, melde mich ab, melden sie mich ab,
      ich will mich abmelden, keine nachrichten mehr, keine weiteren nachrichten,
      nicht mehr schreiben, abo beenden, schreiben sie mir nicht mehr, schreib mir nicht mehr
    `,
    in: 'starten, anmelden, abonnieren, wieder anmelden, fortsetzen, anmeldung',
    courtesy: 'bitte danke vielen dank hallo guten tag lg mfg',
    around: `
      sie die das diese alle nachrichten nachricht jetzt sofort mir mich senden schicken zu
      ich will möchte mit den
    `,
  },
  pt: {
    out: `
      parar, pare, parem, descadastrar, descadastre, descadastrem, cancelar inscrição,
      cancelar assinatura, cancelar subscrição, cancelar a inscrição, desinscrever,
      me descadastre, não quero mensagens, não quero receber, não quero mais mensagens,
      não me mande mais, não me mandem mais, não me envie mais, não me enviem mais,
      não envie mais, não enviem mais, não mande mais, não mandem mais, interromper
    `,
    outAlone: 'para, sair',
    in: 'começar, iniciar, voltar, inscrever, reativar, retomar, me inscrever',
    courtesy: 'por favor pf pfv porfavor obrigado obrigada olá oi',
    around: `
      de agora já me mandar enviar receber as os mensagens mensagem essas estas isso quero
      mais todas
    `,
  },
  id: {
    out: `
      berhenti, berhentilah, hentikan, hentikanlah, setop, berhenti berlangganan, jangan kirim,
      jangan kirim lagi, jangan kirimi saya, jangan hubungi saya, stop kirim, batal langganan,
      batalkan langganan
    `,
    in: 'mulai, mulai lagi, langganan, berlangganan, lanjutkan, aktifkan',
    courtesy: 'tolong mohon silakan harap terima kasih makasih halo pak bu kak mas mbak',
    around: 'sekarang saya kami aku pesan pesannya semua ini mengirim kirim kirimi lagi ya ke dong',
  },
}
