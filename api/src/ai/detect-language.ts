/** Words that few other languages have; one is a hint, the most hints win, English of equals. */
const hints: Record<string, ReadonlySet<string>> = {
  en: new Set(
    'the is i my me we you for and at on to a an please want need hi hello tomorrow today it of in make name yes no not this that are am have can thanks people will be but with'.split(
      ' ',
    ),
  ),
  'hi-Latn': new Set(
    'hai hain mujhe mera meri mere naam kal aaj parson baje chahiye karna karni kya kaise nahi nahin haan haa ji bhai shaam subah raat ke ka ki ko liye log logon bhaiya kitna kitne kitni hoga aap hum main mai aur dijiye karo kar do namaste theek thik acha accha kripya bataiye shukriya dhanyavad dhanyavaad chalega matlab galat sahi badal tarikh tareekh hafte akela akele parso se bahut zyada baat karwao karwado insaan yahan wahan shukravar ravivar somvar'.split(
      ' ',
    ),
  ),
  es: new Set(
    'hola quiero quisiera para por favor gracias mañana hoy el la los las una un soy me llamo mi nombre es sí personas reservar cita lunes martes miércoles jueves viernes sábado domingo qué cuánto cómo con de que tengo somos buenas buenos días tardes noches prefiero persona hablar correo está bien perfecto cambiar'.split(
      ' ',
    ),
  ),
}

/** The language that a text is written in, of those that are read; nothing when it has no words. */
export function detectLanguage(text: string): string | undefined {
  if (/\p{Script=Devanagari}/u.test(text)) return 'hi'
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const counted = Object.entries(hints)
    .map(([language, known]) => ({
      language,
      count: words.filter((word) => known.has(word)).length,
    }))
    .toSorted((one, other) => other.count - one.count)
  const [best] = counted
  if (/[¿¡ñ]/.test(text)) return 'es'
  return best === undefined || best.count === 0 ? undefined : best.language
}
