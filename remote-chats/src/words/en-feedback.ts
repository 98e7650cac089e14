/** What an owner is asked about an answer of the assistant. */
export const feedbackWords = {
  'feedback.good': 'Good answer',
  'feedback.bad': 'Bad answer',
  feedbackWhy: 'What was wrong with it?',
  'feedback.incorrect': 'Not correct',
  'feedback.inappropriate': 'Wrong tone',
  'feedback.incomplete': 'Something is missing',
  'feedback.outdated': 'Out of date',
  'feedback.other': 'Something else',
  feedbackNote: 'What should it have said? (optional)',
  feedbackTakeBack: 'Take it back',
  feedbackSaved: 'Noted. The job’s figures count it.',
} as const
