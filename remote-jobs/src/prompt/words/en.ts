/** What the box for one sentence says. */
export const en = {
  prompt: 'What should the assistant do for you?',
  hint: 'One sentence is enough. You get a whole job to look at: instructions, questions and messages. Nothing answers a customer before you publish it.',
  example: 'Take bookings for my salon in Pune, in Hindi or English',
  write: 'Write the job',
  starters: 'Or begin with one of these',
  booking: 'Bookings',
  bookingPrompt:
    'Take appointment bookings: ask for the service, the day and time, and the name. Never promise a time that is not confirmed.',
  lead: 'New leads',
  leadPrompt:
    'Answer people who ask about what we offer, find out what they need and their budget, and take a phone number for a call back.',
  order: 'Orders',
  orderPrompt:
    'Take orders for delivery: which items and how many, the address, and when it should arrive.',
  feedback: 'Feedback',
  feedbackPrompt:
    'Ask customers how it was: stars from one to five, what they liked and what we could do better.',
  support: 'Support',
  supportPrompt:
    'Sort support questions: find out what is wrong, since when and how urgent it is, then hand over to me.',
  event: 'Event replies',
  eventPrompt:
    'Collect replies to my event invitation: who comes, with how many people, and any food wishes.',
} as const
