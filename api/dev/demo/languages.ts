/** The kinds of fields that a job of the demo can have. */
export type QuestionKind = 'service' | 'date' | 'time' | 'people' | 'name' | 'note'

/** The texts of contacts and the assistant in one language; `{}` is replaced by a value. */
export interface Language {
  code: string
  given: readonly string[]
  family: readonly string[]
  openings: readonly string[]
  greeting: string
  questions: Record<QuestionKind, readonly [label: string, question: string, ...answers: string[]]>
  /** Other questions of contacts, and the answers. */
  talk: readonly (readonly [question: string, answer: string])[]
  confirm: string
  yes: readonly string[]
  done: string
  /** A reminder after a while without an answer. */
  chase: string
  wantsPerson: readonly string[]
  owner: readonly string[]
  notes: readonly string[]
}

export const english: Language = {
  code: 'en',
  given: ['Anita', 'Ben', 'Carol', 'Deepak', 'Ella', 'Farah', 'George', 'Hana', 'Imran', 'Jo'],
  family: ['Ashdown', 'Brook', 'Calder', 'Dale', 'Everly', 'Field', 'Grove', 'Hill'],
  openings: [
    'Hi, are you free this week?',
    'Hello! I saw your page and would like to book.',
    'Good morning, can I still get a place?',
    'Hey 👋 is this the right number for bookings?',
  ],
  greeting: 'Hello and welcome! I am the assistant and will take this down for you.',
  questions: {
    service: ['Service', 'What would you like?', '{} please', '{}', 'I think {}'],
    date: ['Date', 'Which day suits you?', '{}', 'How about {}?', '{} would be great'],
    time: ['Time', 'And at what time?', '{}', 'around {}', 'at {} if possible'],
    people: ['People', 'For how many people?', '{}', 'we are {}', '{} of us'],
    name: ['Name', 'Under which name may I note it?', '{}', 'My name is {}', 'Please write {}'],
    note: ['Wishes', 'Is there anything we should know?', '{}'],
  },
  talk: [
    ['Where exactly are you?', 'We are on the market square, beside the pharmacy.'],
    ['Is there parking?', 'Yes, behind the house, free for two hours.'],
    ['Can I pay by card?', 'Card, cash and bank transfer are all fine.'],
    [
      'What does it cost?',
      'It depends on what you choose; the list is on our page and I can send it.',
    ],
    ['How long does it take?', 'Most visits take about 45 minutes.'],
    ['Can I bring my daughter?', 'Of course, children are welcome.'],
    [
      'Are you open on Sunday?',
      'We are closed on Sunday, and open from nine to six on other days.',
    ],
    ['Can I change it later?', 'Yes, write here up to a day before.'],
    ['Sorry, I was on the phone', 'No problem, take your time.'],
    ['Is it step-free?', 'Yes, there is a ramp at the side door.'],
    ['Do you have vouchers?', 'We do, from 20 upwards.'],
    ['Great 😊', 'Happy to help!'],
  ],
  confirm: 'Let me repeat: {}. Is that right?',
  yes: ['Yes, perfect', 'That is right, thanks', 'Yes 👍'],
  done: 'Thank you, it is noted. We look forward to seeing you!',
  chase: 'Are you still there? I am happy to go on whenever you are.',
  wantsPerson: ['Can I talk to a person please?', 'I would rather speak with the owner'],
  owner: [
    'Hello, I am taking over from here.',
    'I have looked it up and it works.',
    'I will call you this afternoon.',
  ],
  notes: [
    'No, thank you',
    'I am allergic to nuts',
    'A quiet place would be nice',
    'It is a surprise 🎉',
  ],
}

export const hindi: Language = {
  code: 'hi',
  given: ['आरती', 'भावना', 'चेतन', 'दिव्या', 'गौरव', 'हर्ष', 'कविता', 'मनोज', 'नेहा', 'रवि'],
  family: ['वनवासी', 'सागरी', 'मैदानी', 'पहाड़ी', 'नदीवाला', 'बागवान', 'तारा', 'किरण'],
  openings: [
    'नमस्ते, क्या आज बुकिंग हो सकती है?',
    'हैलो, मुझे समय लेना है',
    'नमस्कार जी, आपका पेज देखा था',
    'क्या यह बुकिंग का नंबर है? 🙏',
  ],
  greeting: 'नमस्ते! मैं सहायक हूँ और आपकी बुकिंग लिख लूँगा।',
  questions: {
    service: ['सेवा', 'आपको क्या चाहिए?', '{}', '{} चाहिए', '{} कर दीजिए'],
    date: ['तारीख', 'कौन सा दिन ठीक रहेगा?', '{}', '{} को'],
    time: ['समय', 'किस समय?', '{}', '{} बजे'],
    people: ['लोग', 'कितने लोग होंगे?', '{}', 'हम {} लोग हैं'],
    name: ['नाम', 'किस नाम से लिखूँ?', '{}', 'मेरा नाम {} है'],
    note: ['इच्छाएँ', 'और कुछ बताना चाहेंगे?', '{}'],
  },
  talk: [
    ['आप कहाँ पर हैं?', 'बाज़ार चौक में, दवाई की दुकान के पास।'],
    ['कितने पैसे लगेंगे?', 'यह आपकी पसंद पर है; सूची हमारे पेज पर है।'],
    ['यूपीआई चलेगा?', 'हाँ जी, यूपीआई, कार्ड और नकद सब चलेगा।'],
    ['गाड़ी कहाँ लगाएँ?', 'घर के पीछे जगह है, दो घंटे मुफ़्त।'],
    ['कितना समय लगेगा?', 'लगभग 45 मिनट।'],
    ['बच्चे को ला सकते हैं?', 'ज़रूर, बच्चों का स्वागत है।'],
    ['रविवार को खुला है?', 'रविवार को बंद रहता है, बाकी दिन नौ से छह।'],
    ['बाद में बदल सकते हैं?', 'हाँ, एक दिन पहले तक यहीं लिख दीजिए।'],
    ['एक मिनट रुकिए', 'कोई बात नहीं, आराम से।'],
    ['धन्यवाद 😊', 'आपका स्वागत है!'],
  ],
  confirm: 'एक बार देख लें: {}। क्या यह सही है?',
  yes: ['हाँ जी, सही है', 'बिल्कुल ठीक', 'हाँ 👍'],
  done: 'धन्यवाद, लिख लिया है। आपका इंतज़ार रहेगा!',
  chase: 'क्या आप अभी भी हैं? जब चाहें, आगे बढ़ेंगे।',
  wantsPerson: ['मुझे किसी से बात करनी है', 'मालिक से बात करा दीजिए'],
  owner: ['नमस्ते, अब मैं देख रही हूँ।', 'मैंने देख लिया, हो जाएगा।', 'मैं शाम को फ़ोन करती हूँ।'],
  notes: ['नहीं, धन्यवाद', 'जल्दी हो जाए तो अच्छा', 'मूँगफली से एलर्जी है'],
}

export const spanish: Language = {
  code: 'es',
  given: ['Alba', 'Bruno', 'Clara', 'Diego', 'Elena', 'Íñigo', 'Lucía', 'Mateo', 'Nuria', 'Óscar'],
  family: ['del Río', 'Montaña', 'Campos', 'Arroyo', 'Valle', 'Luna', 'Robledal', 'Niebla'],
  openings: [
    'Hola, ¿tienen sitio esta semana?',
    'Buenos días, quería hacer un pedido',
    '¡Hola! He visto su página 😊',
    'Buenas, ¿es aquí para reservar?',
  ],
  greeting: '¡Hola! Soy el asistente y tomo nota de todo.',
  questions: {
    service: ['Producto', '¿Qué le apetece?', '{}, por favor', '{}', 'Creo que {}'],
    date: ['Fecha', '¿Qué día le viene bien?', '{}', 'El {}', '¿Puede ser el {}?'],
    time: ['Hora', '¿A qué hora?', '{}', 'A las {}'],
    people: ['Personas', '¿Para cuántas personas?', '{}', 'Somos {}'],
    name: ['Nombre', '¿A nombre de quién?', '{}', 'Me llamo {}'],
    note: ['Deseos', '¿Algo que debamos saber?', '{}'],
  },
  talk: [
    ['¿Dónde están?', 'En la plaza del mercado, junto a la farmacia.'],
    ['¿Cuánto cuesta?', 'Depende de lo que elija; la lista está en nuestra página.'],
    ['¿Se puede pagar con tarjeta?', 'Sí, con tarjeta, en efectivo o por transferencia.'],
    ['¿Hay aparcamiento?', 'Sí, detrás de la casa, dos horas gratis.'],
    ['¿Cuánto tardan?', 'Unos 45 minutos.'],
    ['¿Abren el domingo?', 'El domingo cerramos; los demás días, de nueve a seis.'],
    ['¿Y si tengo que cambiarlo?', 'Escríbanos aquí hasta un día antes.'],
    ['Perdón, estaba en una llamada', 'No pasa nada, con calma.'],
    ['¿Puedo llevar a mi hijo?', 'Claro, los niños son bienvenidos.'],
    ['¡Genial!', '¡Con mucho gusto!'],
  ],
  confirm: 'Le repito: {}. ¿Es correcto?',
  yes: ['Sí, perfecto', 'Correcto, gracias', 'Sí 👍'],
  done: 'Gracias, queda apuntado. ¡Le esperamos!',
  chase: '¿Sigue ahí? Continuamos cuando quiera.',
  wantsPerson: ['¿Puedo hablar con una persona?', 'Prefiero hablar con la dueña'],
  owner: ['Hola, ahora sigo yo.', 'Lo he mirado y se puede.', 'Le llamo esta tarde.'],
  notes: ['No, gracias', 'Sin nueces, por favor', 'Es una sorpresa 🎉'],
}

export const arabic: Language = {
  code: 'ar',
  given: ['أمل', 'باسم', 'جميلة', 'خالد', 'رنا', 'سمير', 'ليلى', 'نور'],
  family: ['البستاني', 'السهلي', 'الجبلي', 'النهري', 'الغيم', 'الربيعي'],
  openings: ['السلام عليكم، هل يوجد مكان هذا الأسبوع؟', 'مرحبا، أريد التسجيل', 'صباح الخير 🌸'],
  greeting: 'أهلاً وسهلاً! أنا المساعد وسأكتب كل شيء.',
  questions: {
    service: ['الدورة', 'أي دورة تريد؟', '{}', 'أريد {}', '{} لو سمحت'],
    date: ['التاريخ', 'أي يوم يناسبك؟', '{}', 'يوم {}'],
    time: ['الوقت', 'في أي ساعة؟', '{}', 'الساعة {}'],
    people: ['العدد', 'كم شخصاً؟', '{}', 'نحن {}'],
    name: ['الاسم', 'ما الاسم؟', '{}', 'اسمي {}'],
    note: ['ملاحظات', 'هل هناك شيء يجب أن نعرفه؟', '{}'],
  },
  talk: [
    ['أين أنتم؟', 'في ساحة السوق، بجانب الصيدلية.'],
    ['كم السعر؟', 'حسب اختيارك، والقائمة في صفحتنا.'],
    ['هل الدفع بالبطاقة ممكن؟', 'نعم، بالبطاقة أو نقداً.'],
    ['كم المدة؟', 'حوالي 45 دقيقة.'],
    ['هل تفتحون يوم الجمعة؟', 'نغلق يوم الأحد، وباقي الأيام من التاسعة إلى السادسة.'],
    ['هل أستطيع التغيير لاحقاً؟', 'نعم، حتى يوم واحد قبل الموعد.'],
    ['لحظة من فضلك', 'خذ وقتك.'],
    ['شكراً 😊', 'على الرحب والسعة!'],
  ],
  confirm: 'للتأكيد: {}. هل هذا صحيح؟',
  yes: ['نعم، صحيح', 'تمام، شكراً', 'نعم 👍'],
  done: 'شكراً، تم التسجيل. نراكم قريباً!',
  chase: 'هل ما زلت هنا؟ نكمل متى شئت.',
  wantsPerson: ['أريد التحدث مع شخص', 'ممكن أكلم صاحبة المكان؟'],
  owner: ['مرحبا، أنا معك الآن.', 'تأكدت من الأمر وهو ممكن.', 'سأتصل بك مساءً.'],
  notes: ['لا، شكراً', 'أفضل الصف الأمامي', 'عندي حساسية من المكسرات'],
}
