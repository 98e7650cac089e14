import type { Translation } from '@errand/shared-ui'

import type { en } from './en.ts'

export const ar: Translation<typeof en> = {
  notFound: 'الصفحة غير موجودة',
  notFoundText: 'الصفحة التي تبحث عنها غير موجودة.',
  goHome: 'إلى الصفحة الرئيسية',
  dashboard: 'لوحة المعلومات',
  settings: 'الإعدادات',
  signIn: 'تسجيل الدخول',
  broken: 'عذرًا! حدث خطأ ما',
  brokenText: 'واجهنا خطأ غير متوقع. حاول تحديث الصفحة من فضلك.',
  refresh: 'تحديث الصفحة',
  copyDetails: 'نسخ التفاصيل',
  detailsCopied: 'نُسخت التفاصيل',
  newVersion: 'إصدار جديد',
  newVersionHere: 'وصل إصدار جديد من {product}.',
  newVersionText: 'أعد التحميل للمتابعة. لن يضيع شيء مما كتبته.',
  reload: 'إعادة التحميل',
  notLoaded: 'تعذّر تحميل {label}',
  notLoadedText: 'بقية {product} تعمل. لم يضع شيء مما كتبته في مكان آخر.',
  notAvailable: '{label}: غير متاح الآن',
  notAvailableText:
    'لم يبدأ هذا القسم عدة مرات في هذا المتصفح، لذلك ينتظر حتى تحاول مرة أخرى. بقية {product} تعمل.',
  tryAgain: 'حاول مرة أخرى',
  profileNotCreated: 'تعذّر إنشاء ملف المستخدم. حاول مرة أخرى من فضلك.',
  profileLost: 'تعذّر تحميل ملف المستخدم. حدّث الصفحة من فضلك.',
}
