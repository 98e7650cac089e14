import { optKeywordsOfIndia, type OptKeywords } from './opt-keywords-of-india.ts'

// Words for the messages that shall stop.
const englishMessages = 'messages/texts/promotions/promos/ads/sms/spam'
const arabicMessages = 'رسائل/رسايل/الرسائل/رسالة/رسائلكم/إعلانات/إعلاناتكم/عروض/عروضكم'
const spanishMessages = 'mensajes/mensaje/publicidad/promociones/propaganda/anuncios/spam'
const frenchMessages =
  'pub/pubs/publicité/publicités/sms/message/messages/spam/promo/promos/promotion/promotions'
const portugueseMessages =
  'mensagens/mensagem/propaganda/propagandas/promoções/publicidade/anúncios/spam'

/** Understood in every language, even if a chat offers them as an answer. */
export const universalOptOutKeywords = 'stop, stopall, stop all, unsubscribe, optout, opt out'

/** By the languages that a job can be written in, and Hindi in Latin letters; compared folded. */
export const optKeywords: Record<string, OptKeywords> = {
  en: {
    out: `
      unsub, opt me out, remove me, take me off, quit messaging, cease, do not disturb, no more messages,
      no more texts, leave me alone, don’t message me, do not message me, don’t text me,
      do not text me, don’t contact me, do not contact me, don’t send me messages,
      don’t write to me, do not send me messages, do not write to me, cancel subscription,
      cancel my subscription, end subscription,
      leave us alone, dont/never message/text/contact/bother/disturb/spam/whatsapp me/us,
      dont/never write to me/us, no ${englishMessages}, no more
      ${englishMessages}/offers/notifications/updates/marketing, no promotional/marketing
      ${englishMessages}, no more promotional/marketing ${englishMessages}, dont/never send/want
      ${englishMessages}, dont/never send me/us ${englishMessages}/offers/anything, dont/never
      send/want any/more/your/these/promotional/marketing ${englishMessages}/offers, dont/never
      send me/us any/more/your/these/promotional/marketing ${englishMessages}/offers, dont/never
      send/want any more ${englishMessages}/offers, dont/never send me/us any more
      ${englishMessages}/offers, dont want to receive ${englishMessages}/offers, dont want to
      receive any/more/your/these/promotional/marketing ${englishMessages}/offers, delete/remove
      my number
    `,
    in: 'start, unstop, subscribe, resubscribe, opt in, optin, resume',
    courtesy: 'please pls plz plse kindly thanks thank you thx ty hi hello hey ok okay sir madam',
    around: `
      now immediately you i we want to like me my us it this that these
      those all any more again anymore the your a messages message msg msgs texts text texting
      messaging sending send writing contact contacting bothering spamming spam subscription notifications
      updates from list
      of promotion promotions promotional promo promos ad ads advert adverts advertising
      advertisements marketing offer offers newsletter newsletters sms whatsapp wa notification
      update u ur
    `,
  },
  ...optKeywordsOfIndia,
  ar: {
    out: `
      توقف, توقفوا, توقفي, أوقف, أوقفوا, أوقفي, إيقاف, وقف, وقفوا, قف, ستوب, إلغاء الاشتراك,
      ألغ الاشتراك, ألغي الاشتراك, الغي اشتراكي, إلغاء اشتراكي, لا ترسل, لا ترسلوا, لا تراسلني,
      لا تراسلوني, لا أريد رسائل, بطل ترسل, بس رسائل,
      لا
      ترسلي/ترسلون/ترسلولي/ترسلوا/تبعث/تبعثوا/تبعثي/تبعثون/تبعثولي/تبعثلي/تبعت/تبعتوا/تبعتي/تبعتلي/تبعتولي,
      ما/مو ترسل/ترسلوا/ترسلون/ترسلولي/ترسللي/تبعث/تبعثوا/تبعثولي/تبعتوا/تبعتلي/تبعتولي
      ${arabicMessages}, ما ترسل/ترسلوا/ترسلون/تبعث/تبعثوا/تبعتوا لي ${arabicMessages}, ما تبعتوش,
      ما تبعتش, ما تبعتليش, ما تبعتوليش, متبعتوش, متبعتش, متبعتليش, متبعتوليش, لا
      تكتب/تكتبوا/تكتبي لي, كفاية/كفى/يكفي/خلاص/بلاش ${arabicMessages}, بدون رسائل, لا رسائل, لا
      مزيد من الرسائل/الإعلانات/العروض, مش/مو/ما عايز/عاوز/عايزة/عاوزة/بدي/أبغى/أبي/أريد
      ${arabicMessages}, لا أريد/أرغب/نريد/أود ${arabicMessages}, لا أريد/أرغب/نريد/أود
      أي/المزيد/مزيد/استقبال/تلقي/استلام ${arabicMessages}, لا أريد المزيد من ${arabicMessages},
      لا أرغب/أريد في/أي استقبال/تلقي/استلام/رسائل ${arabicMessages},
      اتركني/اتركوني/اتركيني/دعني/دعوني/دعيني وشأني, سيبني/سيبوني/خلوني/دعوني/اتركوني في حالي,
      خلوني/خلني/اتركوني لحالي/بحالي, لا تزعجني, لا تزعجوني, لا تزعجوننا, احذف/احذفوا/امسح/امسحوا
      رقمي, ألغوا الاشتراك/اشتراكي, بطلوا ترسلوا/تبعتوا/رسائل
    `,
    in: 'ابدأ, ابدأوا, بدء, ابدئي, اشتراك, اشترك, استئناف, استأنف, تفعيل, إعادة الاشتراك',
    courtesy: 'من فضلك فضلكم لو سمحت سمحتم رجاء الرجاء أرجوك شكرا مرحبا السلام عليكم تكرما يرجى',
    around: `
      عن إرسال ارسال الإرسال لي لنا إلي الي الرسائل رسائل رسالة رسائلكم هذه هذا كل جميع أي
      المزيد الآن فورا مراسلتي أريد
      بعد اليوم مرة أخرى تاني ثانية مزيد رسايل إعلانات إعلان الإعلانات إعلاناتكم عروض العروض
      عروضكم الترويجية ترويجية الدعائية دعائية التسويق التسويقية تسويقية واتساب الواتساب واتس
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
      deja de escribirme, dejen de escribirme, dejen de enviarme, deja de enviarme,
      dejen/deja/deje/dejad de
      mandarme/mandar/mandarnos/enviarme/enviarnos/enviar/escribirme/escribir/molestarme/molestar/contactarme,
      no molestar/molesten, no más publicidad/promociones/promos/ofertas/anuncios/spam/propaganda,
      no/nunca quiero/queremos/deseo ${spanishMessages}, ya no quiero/queremos/deseo
      ${spanishMessages}, no quiero/queremos/deseo más/recibir/sus/esos/estos/tus/estas/esas
      ${spanishMessages}, no quiero/deseo recibir/ver más ${spanishMessages}, no deseo más
      mensajes, ya no quiero/queremos/deseo más/recibir/sus/tus ${spanishMessages}, ya no más
      ${spanishMessages}, basta/alto de/con ${spanishMessages}, basta/alto a los mensajes, ya no
      me/nos
      manden/mandes/mande/envíen/envíes/envíe/escriban/escribas/escriba/contacten/contactes/molesten/molestes,
      no me/nos manden/mandes/mande/envíen/envíes/envíe ${spanishMessages}/nada, no me/nos
      manden/mandes/mande/envíen/envíes/envíe más/sus/tus/esos/estos ${spanishMessages}, no me/nos
      escriban/escribas/escriba/molesten/molestes/moleste/contacten/contactes/contacte, no
      manden/envíen/mandes/envíes ${spanishMessages}, no manden/envíen/mandes/envíes más
      ${spanishMessages}, déjame/déjenme/déjeme/déjanos/déjennos en paz, déjame/déjenme/déjeme
      tranquilo/tranquila, quítame/quítenme/quíteme/elimínenme/elimíname/bórrenme,
      sácame/sáquenme/sáqueme de la/su/tu/esta lista, borra/borren/eliminen mi número
    `,
    outAlone:
      'ya basta, basta ya, basta por favor, por favor basta, baja, para, de baja, la baja, quiero la baja',
    outWhole: 'alto, basta',
    in: `
      alta, empezar, iniciar, comenzar, reanudar, suscribir, suscribirme, suscribirse,
      dar de alta, darme de alta, reactivar
    `,
    courtesy: 'por favor porfa porfavor gracias muchas hola buenas',
    around: `
      ya ahora de los las mensajes mensaje enviar enviarme mandar mandarme me quiero estos
      esto más todos
      nos recibir su sus tu tus esos esas estas la el del lista publicidad promoción promociones
      promo promos oferta ofertas anuncio anuncios propaganda marketing spam nunca
    `,
  },
  fr: {
    out: `
      arrêt, arrêter, arrêtez, arrête, stopper, stoppez, désabonner, désabonnement, désabonnez,
      désabonne, désinscrire, désinscription, désinscrivez, me désabonner, me désinscrire,
      plus de messages, ne m’envoyez plus, ne m’écrivez plus, ne me contactez plus,
      je ne veux plus de messages, ne plus recevoir,
      laissez/laisse moi tranquille/tranquilles, laissez/laisse moi/nous en paix, laissez/laisse
      nous tranquilles/tranquille, fichez/foutez/fous/fiche moi/nous la paix, plus/assez de
      ${frenchMessages}, plus aucun/aucune message/pub/publicité, pas de
      pub/pubs/publicité/messages/spam, ne m’ envoyez/envoie/envoies/envoyer/écris/écrivez
      plus/pas, ne me contactez/contacte/dérangez/dérange plus/pas, ne nous
      contactez/envoyez/écrivez/dérangez plus/pas, n’ envoyez/envoie plus, cessez, cesse,
      arrêtez/arrête de m’ écrire, arrêtez/arrête/cessez de me
      contacter/déranger/harceler/spammer, je ne/n veux/souhaite/désire plus de/vos/recevoir
      ${frenchMessages}, je ne veux/souhaite/désire plus/pas recevoir de/vos/ces/des/aucun/aucune
      ${frenchMessages}, je veux/souhaite plus/pas de/recevoir ${frenchMessages}, je ne
      veux/souhaite plus être contacté/contactée, je ne veux/souhaite pas de/vos
      ${frenchMessages}, retirez/enlevez/supprimez/retire/enlève moi, retirez/supprimez/effacez
      mon numéro
    `,
    in: `
      commencer, démarrer, reprendre, s’abonner, abonner, abonnement, réabonner, m’abonner,
      me réabonner, recommencer, reprenez
    `,
    courtesy: 's’il vous te plaît plait svp stp merci bonjour salut veuillez',
    around: `
      moi je veux voudrais me m de d les des ces vos tous messages message envoyer envoi
      maintenant
      nous recevoir votre la le liste pub pubs publicité publicités promo promos promotion
      promotions offres offre publicitaires publicitaire commerciaux
    `,
  },
  de: {
    out: `
      stopp, stoppen, abmelden, abmeldung, abbestellen, aufhören, austragen, abbestellung,
      hör auf, hören sie auf, hört auf, melde mich ab, melden sie mich ab,
      ich will mich abmelden, keine nachrichten mehr, keine weiteren nachrichten,
      nicht mehr schreiben, abo beenden, schreiben sie mir nicht mehr, schreib mir nicht mehr,
      lassen sie mich/uns in ruhe/frieden, lass/lasst mich/uns in ruhe/frieden, keine
      werbung/angebote/aktionen/promos/promotions/sms/newsletter/reklame/nachricht/werbenachrichten/benachrichtigungen
      mehr, keine werbung/nachrichten/reklame/sms/werbenachrichten, keine weitere/weiteren
      werbung/nachricht/sms, nichts mehr schicken/senden/schreiben, schreiben sie mir/uns
      nicht/nie, schreib/schreibe/schreibt mir/uns nicht/nie, schicken/senden sie mir/uns nichts
      mehr, schick/schickt/sende/sendet mir/uns nichts mehr, belästigen/kontaktieren/stören sie
      mich/uns nicht, belästige/belästigt/kontaktiere/kontaktiert/störe/stört mich/uns nicht,
      nicht stören, nerv/nervt mich/uns nicht, nicht mehr anschreiben/kontaktieren/belästigen,
      löschen sie meine nummer, lösche/löscht meine nummer, streichen/nehmen sie mich von,
      werbung/promotions beenden
    `,
    in: 'starten, anmelden, abonnieren, wieder anmelden, fortsetzen, anmeldung',
    courtesy: 'bitte danke vielen dank hallo guten tag lg mfg',
    around: `
      sie die das diese alle nachrichten nachricht jetzt sofort mir mich senden schicken zu
      ich möchte mit den
      mehr wieder uns von der dem liste ihrer eurer weitere werbung angebote aktionen reklame
      werbenachrichten newsletter haben bekommen erhalten diesen schick schickt sende sendet
      schreiben
    `,
  },
  pt: {
    out: `
      parar, pare, parem, descadastrar, descadastre, descadastrem, cancelar inscrição,
      cancelar assinatura, cancelar subscrição, cancelar a inscrição, desinscrever,
      me descadastre, não quero mensagens, não quero receber, não quero mais mensagens,
      não me mande mais, não me mandem mais, não me envie mais, não me enviem mais,
      não envie mais, não enviem mais, não mande mais, não mandem mais, interromper,
      não me/nos mande/mandem/manda/envie/enviem/envia ${portugueseMessages}/nada, não
      mande/mandem/envie/enviem ${portugueseMessages}, não me/nos
      escreva/escrevam/incomode/incomodem/perturbe/perturbem/contate/contatem/contacte/contactem,
      não perturbe, me/nos deixe/deixem/deixa em paz, deixe/deixem/deixa me/nos em paz, me
      tire/tirem/tira da/desta/dessa lista, me remova/remove/exclua/retire/retirem/apague,
      tire/tirem/tira/remova/retire/exclua me da/desta lista, remova/apague/exclua/tire/tirem meu
      número, remover/sair da lista, não quero ${portugueseMessages}, não quero mais
      ${portugueseMessages}, não quero suas/essas/estas/nenhuma/mais ${portugueseMessages}, não
      quero mais receber, chega/basta de/com ${portugueseMessages}, sem mais mensagens,
      para/deixe/deixem/pare/parem de me/nos mandar/enviar/escrever/incomodar/encher,
      nada/chega/basta de mensagens, nenhuma mensagem mais, para/deixe/deixem/pare/parem de
      mandar/enviar/escrever/incomodar/encher
    `,
    outAlone: 'para, sair',
    outWhole: 'chega',
    in: 'começar, iniciar, voltar, inscrever, reativar, retomar, me inscrever',
    courtesy: 'por favor pf pfv porfavor obrigado obrigada olá oi',
    around: `
      de agora já me mandar enviar receber as os mensagens mensagem essas estas isso quero
      mais todas
      da lista a o nos minha meu nada sua suas propaganda propagandas promoção promoções promo
      ofertas oferta publicidade anúncios marketing spam nunca vocês você
    `,
  },
  id: {
    out: `
      berhenti, berhentilah, hentikan, hentikanlah, setop, berhenti berlangganan, jangan kirim,
      jangan kirim lagi, jangan kirimi saya, jangan hubungi saya, stop kirim, batal langganan,
      batalkan langganan,
      jangan wa/chat/sms/ganggu/hubungi/kontak/spam, jangan
      wa/chat/sms/hubungi/ganggu/kontak/kirimkan saya/aku/kami, tidak/tak/gak/ga/nggak/ngga/enggak
      mau/ingin/perlu/butuh promo/promosi/iklan/sms/spam, tidak/tak/gak/ga/nggak/ngga/enggak
      mau/ingin menerima/terima/dapat pesan/promo/promosi/iklan/sms/wa, biarkan/tinggalkan
      saya/aku sendiri/tenang, jangan mengganggu, hapus nomor saya/aku, hapus/keluarkan saya dari
      daftar, cukup iklan/promosi, tanpa iklan
    `,
    in: 'mulai, mulai lagi, langganan, berlangganan, lanjutkan, aktifkan',
    courtesy: 'tolong mohon silakan harap terima kasih makasih halo pak bu kak mas mbak',
    around: `
      sekarang saya kami aku pesan pesannya semua ini mengirim kirim kirimi lagi ya ke dong dari
      daftar apa apapun pun promo promosi iklan penawaran wa chat sms lg menghubungi hubungi
    `,
  },
}
