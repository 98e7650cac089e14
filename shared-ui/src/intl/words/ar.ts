import type { Translation } from '../messages.ts'
import type { en } from './en.ts'

/** Arabic. */
export const ar: Translation<typeof en> = {
  actions: 'الإجراءات',
  cancel: 'إلغاء',
  close: 'إغلاق',
  retry: 'إعادة المحاولة',
  undo: 'تراجع',
  undoOf: 'تراجع: {what}',
  typeToConfirm: 'اكتب {word} للتأكيد',
  copyDetails: 'نسخ التفاصيل',
  copied: 'تم النسخ',
  errorId: 'معرّف الخطأ',
  noMatches: 'لا توجد نتائج.',
  clear: 'مسح',
  remove: 'إزالة {what}',
  showTable: 'عرض كجدول',
  showChart: 'عرض كرسم بياني',
  columns: 'الأعمدة',
  selectAll: 'تحديد الكل',
  select: 'تحديد {what}',
  selected:
    '{count, plural, zero {لم يُحدَّد شيء} one {تم تحديد عنصر واحد} two {تم تحديد عنصرين} few {تم تحديد # عناصر} many {تم تحديد # عنصرًا} other {تم تحديد # عنصر}}',
  reorder: 'نقل {what}',
  reorderHelp: 'اضغط المسافة للرفع، والأسهم للنقل، والمسافة للإفلات، وEscape للإلغاء.',
  lifted: 'تم رفع {what}. الموضع {position} من {count}.',
  moved: '{what} في الموضع {position} من {count}.',
  dropped: 'تم إفلات {what} في الموضع {position} من {count}.',
  dropCancelled: 'أُلغي. عاد {what} إلى الموضع {position} من {count}.',
  shortcuts: 'اختصارات لوحة المفاتيح',
  commands: 'الأوامر',
  search: 'بحث',
  change: '{direction, select, up {ارتفاع} down {انخفاض} other {دون تغيير}} {amount} {since}',
  opensNewTab: 'يفتح في علامة تبويب جديدة',
  sortedUp: 'مرتب تصاعديًا',
  sortedDown: 'مرتب تنازليًا',
}
