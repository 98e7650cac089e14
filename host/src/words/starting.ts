import type { PageLanguage } from '@errand/contract/language'

interface Starting {
  title: (product: string) => string
  what: string
  isSlow: string
}

/**
 * The texts of the screen that is shown while the session is not known yet. All languages are in
 * the code, because nothing can be fetched before it.
 */
export const starting: Record<PageLanguage, Starting> = {
  en: {
    title: (product) => `Loading ${product}`,
    what: 'AI-powered WhatsApp Assistant',
    isSlow: 'This takes longer than usual. Check your connection.',
  },
  hi: {
    title: (product) => `${product} लोड हो रहा है`,
    what: 'AI से चलने वाला WhatsApp सहायक',
    isSlow: 'इसमें सामान्य से ज़्यादा समय लग रहा है। अपना कनेक्शन जाँचें।',
  },
  ar: {
    title: (product) => `جارٍ تحميل ${product}`,
    what: 'مساعد واتساب مدعوم بالذكاء الاصطناعي',
    isSlow: 'يستغرق هذا وقتًا أطول من المعتاد. تحقّق من الاتصال.',
  },
}
