import { foldWord } from './plain-text.ts'

const setOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter(Boolean).map(foldWord))

/** Said before a number that need not be exact; the number is taken. */
const approximations = setOf(
  'about around approx approximately roughly circa ca almost nearly maybe perhaps probably ~ ≈ लगभग करीब क़रीब तक़रीबन lagbhag kareeb karib takriban unos unas aproximadamente casi cerca sobre etwa ungefähr rund circa vielleicht environ presque peut-être aproximadamente cerca quase uns umas talvez حوالي تقريبا نحو',
)

/** Said before or behind a number and no part of it, where nothing but the number is said. */
const fillers = setOf(
  'somos seremos serían seriam only just please pls plz total in all max maximum approx approximately roughly exactly sir madam thanks thank you or so it is we are the for केवल सिर्फ बस कुल जी कृपया है हैं sirf bas kul ji hai hain solo sola seul seule por favor en total somos nur bitte insgesamt ca seulement svp merci au só apenas no total فقط من فضلك شكرا تقريبا حوالي',
)

/** What may follow a number in a sentence and says nothing more of it. */
const followers = setOf(
  `in of for at on with from by is are was were will would can could we i it this that these those the my our your if but so because as please pls plz thanks thank thx only total altogether all max maximum min and today tonight tomorrow this next sir madam maam bro dear ok okay yes yeah coming come there here then now approx approximately roughly exactly be also too not no old budget
   है हैं हूँ चाहिए के की का को में से पर और जी कृपया होंगे होगा हो धन्यवाद केवल सिर्फ आएंगे आएँगे आज कल
   hai hain ho hoon hu chahiye ke ki ka ko mein me se par aur ji honge hoga hogi dhanyavad sirf bas aayenge aaj kal liye wala wale
   y por favor gracias en para a el la los las con de del somos seríamos hoy mañana que es solo total al
   und bitte danke für am um im in auf mit insgesamt wir sind heute morgen ist das der die von aus zum zur
   et s svp merci pour à au aux le la les avec de du des sommes nous aujourd demain est seulement
   e obrigado obrigada para no na nos nas às ao com de do da somos hoje amanhã só apenas é
   من في فقط شكرا لو سمحت على مع الى إلى و اليوم غدا نحن فضلك`,
)

/** Between two numbers that are a range or a choice of two. */
const betweenTwo = setOf(
  '- to or till until upto bis oder a o u à ou até या से ya se ila إلى الى أو او حتى',
)

/** Said before a limit, which is not how many there are. */
const belows = setOf('under below less < ≤ höchstens unter menos moins أقل upto')
const aboves = setOf('over above least > ≥ mindestens über mehr más plus mais أكثر')
const bounds = new Set([...belows, ...aboves, ...setOf('than most als')])

/** What is below or above a limit, in a sentence that says for whom something is. */
const younger = setOf('younger jünger menor menores abaixo कम kam دون تحت')
const older = setOf('older from älter ab desde partir dès mayores maiores ज़्यादा zyada se से فوق من')

const onlys = setOf(
  'only nur solo sólo solamente seulement uniquement só apenas somente केवल सिर्फ sirf فقط',
)

/** Said before the first of two limits. */
const ranges = setOf('between entre zwischen بين')

/** Said between a number and what is added to it. */
const ands = setOf('and & n und et y e и और aur و')

/** Said between an amount and its smaller coins. */
const joiners = setOf('plus with con mit avec com')

/** A hundredth of a currency. */
const coins = setOf(
  'paisa paise पैसा पैसे p c ct cent cents penny pence centime centimes céntimo céntimos centavo centavos cêntimo cêntimos centesimo centesimi fils فلس قرش قروش هللة هللات',
)

const has = (set: ReadonlySet<string>) => (text: string | undefined) =>
  text !== undefined && set.has(foldWord(text))
export const isApproximation = has(approximations)
export const isFiller = has(fillers)
export const isFollower = has(followers)
export const isBetweenTwo = has(betweenTwo)
export const isBound = has(bounds)
export const isBelow = has(new Set([...belows, ...younger]))
export const isAbove = has(new Set([...aboves, ...older]))
export const isOnly = has(onlys)
export const isRangeStart = has(ranges)
export const isAnd = has(ands)
export const isJoiner = (text: string | undefined) => isAnd(text) || has(joiners)(text)
export const isCoin = has(coins)
