import { productName } from '@errand/contract/product'

/** What the landing page says. */
export const en = {
  brand: productName,
  pageTitle: 'Errand: an assistant that answers your WhatsApp',
  pageDescription:
    'An AI-powered WhatsApp assistant for small businesses: it takes bookings, leads and orders, and calls you when needed. {price} a message, free for {days} days.',
  languages: 'Language',
  signIn: 'Sign in',
  title: 'Your WhatsApp assistant that handles the chat and calls you when needed.',
  lead: 'For small businesses: it collects bookings, leads and orders while you work.',
  start: 'Start your free trial',
  trial: 'Free for {days} days. No card and no WhatsApp number needed.',

  picture: 'A chat turns into a filled form',
  business: 'Glow Salon',
  replying: 'Assistant is replying',
  said1: 'Hi! Can I get a haircut tomorrow?',
  said2: 'Gladly. What time suits you?',
  said3: 'After 5 pm, please',
  said4: 'Noted: tomorrow, 5:30 pm. And your name?',
  form: 'Booking',
  progress: '2 of 3',
  label1: 'Service',
  value1: 'Haircut',
  label2: 'Date and time',
  value2: 'Tomorrow, 5:30 pm',
  label3: 'Name',
  value3: 'Asking now…',

  steps: 'How it works',
  write: 'You write the job',
  writeHow: 'In plain words: what to do, what to ask, how to sound.',
  ask: 'It asks your customers',
  askHow: 'One question at a time, in their language, on WhatsApp.',
  answers: 'You get the answers',
  answersHow: 'In a table, each with the message it came from. You can step in at any time.',

  trades: 'Who it is for',
  tradesHint: 'Choose what is closest to you, and start with a sentence that you can change.',
  salon: 'Salon',
  salonDoes: 'Takes bookings: the service, the day and time, the name.',
  salonPrompt: 'Take bookings for my salon: the service, the day and time, and the name.',
  clinic: 'Clinic',
  clinicDoes: 'Takes appointments and hands over whoever needs you at once.',
  clinicPrompt:
    'Take appointments for my clinic: the patient’s name, the reason, and the day and time. Give no medical advice; hand over to me.',
  repairs: 'Repairs',
  repairsDoes: 'Takes repair requests: the device, what is wrong, a photo, the address.',
  repairsPrompt:
    'Take repair requests for my workshop: the device, what is wrong with it, a photo, and the address.',
  restaurant: 'Restaurant',
  restaurantDoes: 'Takes table bookings: how many people, when, and under which name.',
  restaurantPrompt:
    'Take table bookings for my restaurant: how many people, the day and time, and the name.',
  tuition: 'Tuition',
  tuitionDoes: 'Takes admission enquiries: the class, the subject and when to call back.',
  tuitionPrompt:
    'Take admission enquiries for my tuition classes: the class, the subject, the student’s name, and when to call back.',
  shop: 'Shop',
  shopDoes: 'Takes orders: what, how many, and where they go.',
  shopPrompt: 'Take orders for my shop: the items, how many of each, and the delivery address.',

  price: 'What it costs',
  amount: '{price}',
  perMessage: 'for each message sent',
  priceWhat:
    'Messages that your assistant or you send to customers. What customers write, and trying jobs out, costs nothing; neither does a message that could not be delivered.',
  priceTrial: 'The first {days} days or {messages} messages are free, whichever ends first.',
  priceCredit:
    'Then you buy credit when you need it, from {least}. No subscription, no monthly fee.',
  priceTax: 'Where GST applies it is added to the credit, and shown before you pay.',
  priceExample: 'For example',
  priceExampleSum:
    '{customers} customers a month, {replies} messages to each: about {sum} a month.',

  questions: 'Questions people ask',
  numberAsked: 'Do I need a new number?',
  numberAnswer:
    'No. Connect the number of your WhatsApp Business app and keep the app on your phone, or take a number that is not on WhatsApp yet. To try it out you need none.',
  metaAsked: 'What does Meta charge?',
  metaAnswer:
    'That is between you and Meta: it bills your WhatsApp account by its own price list for your country, above all for templates, the approved messages for later than 24 hours after a customer wrote. Our price comes on top and is the same for every message.',
  takesOverAsked: 'Does it take over my WhatsApp?',
  takesOverAnswer:
    'No. It answers on the number that you connect, once you have published a job. Write in a chat yourself, here or on your phone, and it stays silent there until you hand back, or for as long as you set. You can switch it off at any time.',
  unknownAsked: 'What if it does not know the answer?',
  unknownAnswer:
    'It says so and marks the chat for you. It takes prices, times and promises only from what you have written. Answer the question once in the job, and it knows it from the next message on.',
  languagesAsked: 'Which languages does it speak?',
  languagesAnswer:
    'It answers in the language of the customer: {languages}, and more where a language model is connected. Its pages are in English, Hindi and Arabic.',
  dataAsked: 'Whose data is it, and where?',
  dataAnswer:
    'Yours. Chats and answers are stored in the database of this service; messages travel through WhatsApp and, where a language model is connected, are read by it to write the reply. You can export all of it, and choose how long chats are kept.',
  stopAsked: 'Can I stop at any time?',
  stopAnswer:
    'Yes, nothing runs on by itself. Delete your account in the settings: your jobs stop immediately, and after 30 days everything but the invoices is deleted for good; until then, signing in again brings it back, with jobs paused. Credit that is left is not refunded.',
  assistantAsked: 'Do customers see that it is an assistant?',
  assistantAnswer:
    'You write the greeting, and it can say so. Whoever asks for a person gets one: the chat is handed over to you.',
} as const

/** Answers one text of the landing page, its blanks filled in. */
export type Say = (key: keyof typeof en) => string
