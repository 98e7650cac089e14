import { readEmojiAnswer } from '../../../form-data/read-choice.ts'

/** Words at the edges of letters, also where a script has no word characters of JavaScript's. */
const said = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])`, 'iu')
/**
 * Nothing else is said. The lookahead keeps the words that it took: `thank you` is in a list twice,
 * and to try both ways again for each that is repeated takes for ever.
 */
const only = (words: string) =>
  new RegExp(`^(?:(?=((?:${words})(?=[^\\p{L}\\p{M}\\p{N}]|$)[^\\p{L}\\p{M}\\p{N}]*))\\1)+$`, 'iu')

const yes =
  "yes|y|yeah|yep|yup|ya|ok|okay|k|sure|correct|right|perfect|great|good|fine|confirm(?:ed)?|all (?:good|right|correct)|looks (?:good|right)|that'?s (?:right|correct|it)|everything is (?:right|correct|fine)|is right|go ahead|done|please|haan?|ha+n|ji|jee|theek hai|thik hai|theek|thik|sahi(?: hai)?|sab sahi(?: hai)?|bilkul|हाँ|हां|हा|जी|ठीक है|ठीक|सही(?: है)?|सब सही है|बिल्कुल|s[ií]|claro|correcto|perfecto|vale|de acuerdo|todo bien|está bien|así es|نعم|ايوه|أيوه|ايوا|تمام|صحيح|كل شيء صحيح|اه|أجل"
/** What may stand beside a yes. */
const fillers = 'to me|for me|everything|all|it|sir|madam|thanks?(?: you)?|thank you'
const no =
  'no|nope|nah|n|not (?:right|correct|yet)|wrong|incorrect|that is wrong|nahi+n?|nahin|galat(?: hai)?|नहीं|ना|गलत(?: है)?|ग़लत|mal|incorrecto|لا|خطأ|غلط'
const greeting =
  "hi+|hello+|hey+|hiya|good (?:morning|afternoon|evening|day)|namaste|namaskar|hola|buen[oa]s(?: (?:d[ií]as|tardes|noches))?|salaam|salam|assalam(?:u)? ?alaikum|नमस्ते|नमस्कार|مرحبا|مرحبًا|السلام عليكم|اهلا|أهلا|there|sir|madam|ma'?am|ji|bhai|everyone"
const thanks =
  'thanks?(?: you)?|thank you(?: so much| very much)?|thx|ty|tysm|shukriya|dhanyava+d|धन्यवाद|शुक्रिया|(?:muchas )?gracias|شكرا|شكرًا|شكراً|so much|very much|a lot|bye|goodbye|see you'
const refusal =
  "(?:i'?d|i would) rather not(?: say| tell| share)?|prefer not to(?: say| tell| share)?|don'?t want to (?:say|tell|share|give)|do not want to (?:say|tell|share|give)|not comfortable|won'?t (?:say|tell|share|give)|none of your business|(?:do not|don'?t) have (?:one|any|an? )|no e-?mail|no (?:web ?)?site|nahi(?:n)? hai|no tengo|ليس لدي|ما عندي|skip(?: this| it| that)?|no comment|nahi(?:n)? (?:batana|bataunga|bataungi|dena|dunga|dungi)|nahi batana chahta|नहीं बताना|नहीं बताऊँगा|नहीं देना|prefiero no|no quiero (?:decir|dar)|لا أريد|لا اريد|أفضل عدم|why do you need|why do you want"
const correction =
  "no|nope|not|sorry|oops|wait|wrong|update|it'?s not|nahi+n?|nahin|नहीं|perdón|perdon|لا|غير|عفوا"
/** These correct wherever they stand; a `no` in the middle of a sentence does not. */
const clearCorrection =
  'actually|correction|(?:is|was) (?:wrong|incorrect|not (?:right|correct))|i meant?|make (?:it|that)|change (?:it|that|the|my)|rather|should be|galat|badal(?: do| dijiye)?|matlab|गलत|बदल|mejor|cambia(?:r)?|quise decir|en realidad|بل|قصدي'
const person =
  '(?:talk|speak|chat|connect me|transfer me) (?:to|with) (?:a |an |the |your |some )?(?:human|person|real person|agent|owner|manager|someone|somebody|representative|staff|people)|real person|human(?: please| agent)?|call me back|(?:kisi )?(?:insaan|aadmi|admi|malik|owner) se baat|insaan chahiye|किसी (?:इंसान|आदमी|व्यक्ति) से बात|इंसान से बात|hablar con (?:una persona|alguien|un humano|un agente|el dueño)|una persona real|(?:أريد|اريد|ممكن) (?:التحدث|أتحدث|اتكلم|الكلام)(?: مع| الى| إلى)?|موظف|شخص حقيقي'
const anger =
  'stupid|idiot|useless|terrible|ridiculous|worst|pathetic|bullshit|shit|fuck(?:ing|ed)?|wtf|scam(?:mers?)?|fraud|cheat(?:ers?|ing)?|fed up|sick of|bakwas|bakwaas|bewakoof|pagal|chutiya|बकवास|बेवकूफ|inútil|estafa|mierda|ridículo|غبي|نصابين|سخيف'
const questionStart =
  "what|what'?s|how|when|where|why|who|which|can|could|do|does|is|are|will|would|should|may|kya|kab|kaise|kahan|kitna|kitne|kitni|kyun?|क्या|कब|कैसे|कहाँ|कितना|कितने|क्यों|qué|que precio|cómo|cuándo|dónde|cuánto|cuánta|puedo|هل|كم|متى|أين|اين|كيف|ماذا|لماذا"

const patterns = {
  isYes: only(`${yes}|${fillers}`),
  beginsWithYes: new RegExp(`^\\s*(?:${yes})(?![\\p{L}\\p{M}\\p{N}])`, 'iu'),
  isNo: only(no),
  beginsWithNo: new RegExp(`^\\s*(?:${no})(?![\\p{L}\\p{M}\\p{N}])`, 'iu'),
  isGreeting: only(greeting),
  isThanks: only(`${thanks}|ok|okay|great|perfect|cool|yes`),
  says: {
    thanks: said(thanks),
    refusal: said(refusal),
    correction: said(clearCorrection),
    person: said(person),
    anger: said(anger),
  },
  question: new RegExp(`^\\s*(?:${questionStart})(?![\\p{L}\\p{M}\\p{N}])`, 'iu'),
  greetingStart: new RegExp(`^\\s*(?:(?:${greeting})(?![\\p{L}\\p{M}\\p{N}])[\\s,.!👋🙏]*)+`, 'iu'),
  correctionStart: new RegExp(
    `^\\s*(?:(?:${correction}|${clearCorrection})(?![\\p{L}\\p{M}\\p{N}])[\\s,.!:-]*)+`,
    'iu',
  ),
}

/** Only signs and pictures, no word and no digit. */
const isWordless = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text)
/** Variation selectors count as marks of a letter, which no word may end with. */
const withoutSelectors = (text: string): string =>
  text.replaceAll(/\p{Variation_Selector}/gu, '').trim()

export const isYes = (text: string): boolean =>
  (patterns.isYes.test(withoutSelectors(text)) && leadingYes(text) !== undefined) ||
  readEmojiAnswer(text) === true
export const isNo = (text: string): boolean =>
  patterns.isNo.test(withoutSelectors(text)) || readEmojiAnswer(text) === false
/** The yes or no that a message begins with. */
export const leadingYes = (text: string): string | undefined =>
  patterns.beginsWithYes.exec(text)?.[0]
export const leadingNo = (text: string): string | undefined => patterns.beginsWithNo.exec(text)?.[0]
export const isGreeting = (text: string): boolean => patterns.isGreeting.test(text.trim())
export const isThanks = (text: string): boolean =>
  patterns.says.thanks.test(text) && patterns.isThanks.test(text.trim())
/** Nothing that could be an answer: a sign, a picture, a laugh. */
export const isIdle = (text: string): boolean =>
  isWordless(text) ||
  /^(?:ha(?:ha)+|he(?:he)+|lol|hmm+|ok|okay|k|cool|nice|wow|jaja+)[\s.!]*$/iu.test(text.trim())
export const refuses = (text: string): boolean => patterns.says.refusal.test(text)
export const corrects = (text: string): boolean =>
  patterns.says.correction.test(text) || patterns.correctionStart.test(text)
export const wantsPerson = (text: string): boolean => patterns.says.person.test(text)
export const isAngry = (text: string): boolean => patterns.says.anger.test(text)
export const asksSomething = (text: string): boolean =>
  /[?؟]\s*$/u.test(text.trim()) || patterns.question.test(text)

/** How many characters of greetings, or of corrections, a message begins with. */
export const greetingLength = (text: string): number =>
  patterns.greetingStart.exec(text)?.[0].length ?? 0
export const correctionLength = (text: string): number =>
  patterns.correctionStart.exec(text)?.[0].length ?? 0
