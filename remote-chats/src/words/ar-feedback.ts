import type { feedbackWords } from './en-feedback.ts'

/** What an owner is asked about an answer, in Arabic. */
export const arFeedback: Record<keyof typeof feedbackWords, string> = {
  'feedback.good': 'إجابة جيدة',
  'feedback.bad': 'إجابة سيئة',
  feedbackWhy: 'ما الخطأ فيها؟',
  'feedback.incorrect': 'غير صحيحة',
  'feedback.inappropriate': 'نبرة غير مناسبة',
  'feedback.incomplete': 'ينقصها شيء',
  'feedback.outdated': 'قديمة',
  'feedback.other': 'شيء آخر',
  feedbackNote: 'ماذا كان عليه أن يقول؟ (اختياري)',
  feedbackTakeBack: 'سحب الرأي',
  feedbackSaved: 'سُجّل، ويُحتسب في أرقام المهمة.',
}
