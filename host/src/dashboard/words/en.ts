/** What the dashboard says. */
export const en = {
  dashboard: 'Dashboard',
  hello: 'Hello, {name}',
  welcome: 'Welcome',
  description: 'What your assistant is doing and what needs you.',
  loading: 'Loading your dashboard',

  bookingsAhead:
    '{today, plural, =0 {No booking today} one {# booking today} other {# bookings today}}, {tomorrow, number} tomorrow',
  setUp: 'Getting started',
  done: 'Done',
  pathDescription: 'Five steps to your first customer.',
  free: 'Free for {days, plural, one {# day} other {# days}}, up to {messages, plural, one {# message} other {# messages}}.',

  stepBusiness: 'Your business',
  businessName: 'Business name',
  nameError: 'Enter a name of up to 80 characters.',
  trade: 'What kind of business is it?',
  tradeExample: 'Bicycle repair shop',
  tradeError: 'At most 500 characters.',
  timeZone: 'Time zone',
  timeZoneError: 'Choose a time zone from the list.',
  region: 'Language and region',
  continue: 'Continue',
  later: 'Later',

  stepJob: 'Tell the assistant what to do',
  sentence: 'What should it do?',
  sentenceHint: 'One sentence is enough. You see the whole job before anybody is answered.',
  suggestion: 'Take bookings for my {trade}: name, phone and a day',
  suggestionPlain: 'Take bookings: name, phone and a day',
  writeJob: 'Write the job',
  emptyForm: 'Start with an empty form',

  stepPublish: 'Publish your job',
  publishHint: '“{name}” is written. Once it is published, it answers your customers.',
  openJob: 'Open the job',

  stepTest: 'Try it out',
  testHint: 'Write to your assistant as a customer would, on a simulated phone.',
  tryNow: 'Open the phone',

  stepWhatsApp: 'Connect your WhatsApp number',
  whatsAppHint: 'So your customers can reach your assistant.',
  connect: 'Connect a number',

  stepCustomer: 'Your first customer',
  customerNoLink: 'Once your number is connected, the link to share is here.',
  customerSimulated:
    'Your number is simulated: write to it from a simulated phone, in a new tab. The dashboard appears here after the first message.',
  writeAsCustomer: 'Write as a customer',
  chatLink: 'Link to your number',
  customerHint:
    'Whoever opens it writes to your number. The dashboard appears here after the first message.',

  trialLeft:
    '{days, plural, =0 {Your free trial ends today.} one {# day of your free trial is left.} other {# days of your free trial are left.}}',
  trialFree:
    'Until then {messages, plural, one {one more message is} other {# more messages are}} free.',
  balance: '{messages, plural, one {About # message} other {About # messages}} left ({amount}).',
  exhausted: 'Your balance is used up, so the assistant is paused.',
  topUp: 'Top up',
  accountLost: 'Your balance and your setup could not be loaded.',

  figures: 'Figures',
  range: 'Range',
  today: 'Today',
  week: '7 days',
  days30: '30 days',
  month: 'This month',
  custom: 'Custom',
  from: 'From',
  to: 'To',
  since: 'vs previous {days, plural, one {day} other {# days}}',
  newChats: 'Chats',
  received: 'Messages received',
  completed: 'Completed',
  firstReply: 'First reply',
  messages: 'Messages by sender',
  customers: 'Customers',
  assistant: 'Assistant',
  yourself: 'You',
  noFigures: 'No messages in this period',
  figuresLost: 'The figures could not be loaded.',

  widgetLost: '{label} could not be loaded.',
} as const
