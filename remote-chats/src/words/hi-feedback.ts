import type { feedbackWords } from './en-feedback.ts'

/** What an owner is asked about an answer, in Hindi. */
export const hiFeedback: Record<keyof typeof feedbackWords, string> = {
  'feedback.good': 'अच्छा जवाब',
  'feedback.bad': 'ख़राब जवाब',
  feedbackWhy: 'इसमें क्या ग़लत था?',
  'feedback.incorrect': 'सही नहीं',
  'feedback.inappropriate': 'लहजा ठीक नहीं',
  'feedback.incomplete': 'कुछ छूट गया',
  'feedback.outdated': 'पुरानी जानकारी',
  'feedback.other': 'कुछ और',
  feedbackNote: 'उसे क्या कहना चाहिए था? (वैकल्पिक)',
  feedbackTakeBack: 'वापस लें',
  feedbackSaved: 'दर्ज हुआ। काम के आँकड़ों में गिना जाएगा।',
}
