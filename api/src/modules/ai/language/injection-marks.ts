/** Typical phrases of prompt injection. */
const marks = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|rules|prompts?|guidelines|restrictions)\b/i,
  /\b(?:system prompt|developer mode|jailbreak|do anything now|prompt injection)\b/i,
  /^[\t\p{Zs}]*(?:system|assistant|developer)\s*:/imu,
  /\byou are now (?:a|an|my|dan)\b/i,
  /\b(?:pretend (?:to be|you are)|act as (?:a|an|the|if you))\b/i,
  /\b(?:reveal|show|print|repeat|output|tell)\b[^.!?\n]{0,30}\b(?:your (?:instructions|rules|prompt)|(?:prompt|instructions) of the owner)\b/i,
  /\bi(?:'m| am) (?:the|your) (?:owner|admin|administrator|developer)\b[^.!?\n]{0,40}\b(?:mark|set|complete|confirm|approve|change)\b/i,
  /<\/?(?:chat|system|owner|instructions?)>/i,
  /"action"\s*:\s*"(?:continue|handoff|complete|ignore)"/i,
  /(?:निर्देश|नियम)[^।.!?\n]{0,40}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/,
  /\b(?:niyam|nirdesh|rules?|instructions?)\b[^.!?\n]{0,30}\b(?:ignore|bhool|bhul|andekha|nazarandaaz)\b/i,
  /(?<!\p{L})(?:ignora|olvida|omite)(?!\p{L})[^.!?\n]{0,40}(?:instrucciones|reglas|indicaciones)/iu,
  /(?:تجاهل|انس[َى]?)[^.!؟?\n]{0,40}(?:تعليمات|قواعد|أوامر)/,
]

/**
 * Whether a contact's text looks like prompt injection. It does not change the reply, because contacts'
 * texts are never instructions; the owner sees the flag.
 */
export const looksLikeInjection = (text: string): boolean => marks.some((mark) => mark.test(text))
