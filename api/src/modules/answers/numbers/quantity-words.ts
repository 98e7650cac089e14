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
const rangeJoiners = setOf(
  '- to or till until upto bis oder a o u à ou até या से ya se ila إلى الى أو او حتى',
)

/** Said before a limit, which is not how many there are. */
const limitWords = setOf(
  'under below less < ≤ höchstens unter menos moins أقل upto over above least > ≥ mindestens über mehr más plus mais أكثر than most als',
)

/** Which numbers a limit is about: those below it, with it or without it, or those above it. */
export type Limit = 'under' | 'upTo' | 'from' | 'over'

/** What says a limit, before its number or behind it; what is longer means what it says as a whole. */
export const limitPhrases: Record<Limit, string> = {
  under:
    'under|below|less than|fewer than|smaller than|younger than|younger|<|unter|weniger als|jünger als|jünger|menos de|menor de|menores de|menor que|abaixo de|menos que|moins de|moins que|से कम|से छोटे|से नीचे|के नीचे|se kam|se chhote|se neeche|ke neeche|أقل من|تحت|دون|أصغر من',
  upTo: "up to|upto|at most|no more than|not more than|maximum|max|or less|or fewer|or younger|or under|and under|and younger|≤|bis|bis zu|höchstens|maximal|oder weniger|oder jünger|und jünger|hasta|como máximo|como mucho|máximo|o menos|até|no máximo|ou menos|jusqu'à|jusque|jusqu'a|au plus|au maximum|ou moins|तक|अधिकतम|ज़्यादा से ज़्यादा|tak|adhiktam|zyada se zyada|حتى|لغاية|كحد أقصى|على الأكثر|أو أقل",
  from: 'from|at least|no less than|no fewer than|minimum|or more|or older|or over|or above|and older|and over|and above|and up|+|≥|ab|von|mindestens|oder mehr|oder älter|und älter|desde|a partir de|al menos|por lo menos|como mínimo|mínimo|o más|pelo menos|no mínimo|ou mais|à partir de|au moins|au minimum|ou plus|et plus|से|से ऊपर के|कम से कम|न्यूनतम|se|kam se kam|من|على الأقل|أو أكثر|فما فوق',
  over: 'over|above|more than|bigger than|larger than|older than|older|>|über|mehr als|größer als|älter als|älter|más de|más que|mayor de|mayores de|mayor que|mais de|mais que|maior de|maiores de|acima de|plus de|plus que|से ज़्यादा|से अधिक|से ऊपर|से बड़े|se zyada|se jyada|se adhik|se upar|se bade|أكثر من|فوق|أكبر من|اكثر من',
}

const onlyWords = setOf(
  'only nur solo sólo solamente seulement uniquement só apenas somente केवल सिर्फ sirf فقط',
)

/** Said before the first of two limits. */
const rangeStarts = setOf('between entre zwischen بين')

/** Said between a number and what is added to it. */
const andWords = setOf('and & n und et y e и और aur و')

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
export const isRangeJoiner = has(rangeJoiners)
export const isLimitWord = has(limitWords)
export const isOnly = has(onlyWords)
export const isRangeStart = has(rangeStarts)
export const isAnd = has(andWords)
export const isJoiner = (text: string | undefined) => isAnd(text) || has(joiners)(text)
export const isCoin = has(coins)
