import type { Translation } from '@errand/shared-ui'

import type { en } from './en.ts'

export const ar: Translation<typeof en> = {
  dashboard: 'لوحة المعلومات',
  hello: 'مرحبًا، {name}',
  description: 'ما الذي يفعله مساعدك، وما الذي يحتاج إليك.',
  loading: 'جارٍ تحميل لوحة المعلومات',

  setUp: 'البداية',
  stepsDone: 'أُنجز {done, number} من {all, number}',
  done: 'أُنجز',
  stepJob: 'اكتب مهمتك الأولى',
  stepJobWhy: 'ماذا يفعل المساعد، وأي إجابات يجمع.',
  stepTest: 'جرّبه',
  stepTestWhy: 'اكتب إليه كما يكتب عميل، على هاتف محاكى.',
  stepWhatsApp: 'اربط رقم واتساب',
  stepWhatsAppWhy: 'عندها يصل إليه عملاؤك.',
  stepMail: 'اضبط البريد',
  stepMailWhy: 'لإرسال المحادثات وتلقّي الإشعارات.',
  stepCredit: 'اشحن رصيدك',
  stepCreditWhy: 'لما بعد الفترة التجريبية.',

  trialLeft:
    '{days, plural, =0 {تنتهي فترتك التجريبية اليوم.} one {بقي يوم واحد من فترتك التجريبية.} two {بقي يومان من فترتك التجريبية.} few {بقيت # أيام من فترتك التجريبية.} many {بقي # يومًا من فترتك التجريبية.} other {بقي # يوم من فترتك التجريبية.}}',
  trialFree:
    'ولك حتى ذلك الحين {messages, plural, zero {لا رسائل مجانية} one {رسالة مجانية واحدة} two {رسالتان مجانيتان} few {# رسائل مجانية} many {# رسالة مجانية} other {# رسالة مجانية}}.',
  balance:
    'بقي نحو {messages, plural, zero {لا رسائل} one {رسالة واحدة} two {رسالتين} few {# رسائل} many {# رسالة} other {# رسالة}} ({amount}).',
  exhausted: 'نفد رصيدك: المساعد ينتظر.',
  topUp: 'اشحن الرصيد',
  accountLost: 'تعذّر تحميل رصيدك وخطوات الإعداد.',

  figures: 'الأرقام',
  range: 'المدة',
  today: 'اليوم',
  week: '7 أيام',
  days30: '30 يومًا',
  month: 'هذا الشهر',
  custom: 'اختر',
  from: 'من',
  to: 'إلى',
  since: 'عمّا قبل',
  newChats: 'المحادثات',
  received: 'الرسائل الواردة',
  completed: 'المكتملة',
  firstReply: 'أول رد',
  messages: 'الرسائل بحسب الكاتب',
  customers: 'العملاء',
  assistant: 'المساعد',
  yourself: 'أنت',
  noFigures: 'لا رسائل في هذه المدة',
  noFiguresHint: 'حين يكتب العملاء ترى هنا من يجيبهم.',
  figuresLost: 'تعذّر تحميل الأرقام.',
  retry: 'أعد المحاولة',

  widgetLost: 'تعذّر على {label} عرض جزئه.',
}
