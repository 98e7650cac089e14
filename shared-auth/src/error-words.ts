const english = {
  network: 'Network error. Please check your connection.',
  notFound: 'The requested resource was not found',
  server: 'Server error. Please try again later.',
  other: 'Something went wrong. Please try again.',
}

type Words = typeof english

// Part of the code in every language: without a network there is nothing to fetch them with.
const translations: Record<string, Words> = {
  hi: {
    network: 'नेटवर्क त्रुटि। कृपया अपना कनेक्शन जाँचें।',
    notFound: 'माँगी गई चीज़ नहीं मिली',
    server: 'सर्वर त्रुटि। कृपया बाद में फिर कोशिश करें।',
    other: 'कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।',
  },
  ar: {
    network: 'خطأ في الشبكة. يرجى التحقق من الاتصال.',
    notFound: 'تعذّر العثور على المطلوب',
    server: 'خطأ في الخادم. حاول لاحقًا من فضلك.',
    other: 'حدث خطأ ما. حاول مرة أخرى من فضلك.',
  },
}

/** What is said of a failed call, in the page's language. */
export const errorWords = (): Words =>
  translations[document.documentElement.lang.split('-')[0] ?? ''] ?? english
