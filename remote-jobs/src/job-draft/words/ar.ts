import type { en } from './en.ts'

/** Arabic. */
export const ar: Record<keyof typeof en, string> = {
  needsName: 'أعطِ المهمة اسماً.',
  needsLabel: 'قل ما هذا.',
  needsKey: 'أدخل مفتاحاً.',
  badKey: 'استخدم أحرفاً إنجليزية صغيرة وأرقاماً و_ وابدأ بحرف.',
  needsOption: 'قل ما الذي يمكن اختياره.',
  fewOptions: 'يحتاج الاختيار إلى خيارين على الأقل.',
  needed: 'هذا مطلوب.',
  tooLong:
    '{max, plural, zero {# حرف على الأكثر.} one {حرف واحد على الأكثر.} two {حرفان على الأكثر.} few {# أحرف على الأكثر.} many {# حرفاً على الأكثر.} other {# حرف على الأكثر.}}',
  atMost: '{max, number} على الأكثر.',
  atLeast: '{min, number} على الأقل.',
  webAddress: 'أدخل عنواناً يبدأ بـ \u2066https://\u2069.',
  emails: 'أدخل عناوين بريد إلكتروني، مثل you@shop.example.',
  number: 'أدخل رقماً.',
  wholeNumber: 'أدخل عدداً صحيحاً.',
  copyOf: '{name} (نسخة)',
}
