import { loadWords as loadAssistWords } from '../../assist/words/words.ts'
import { loadWords as loadChangesWords } from '../../changes/words/words.ts'
import { loadWords as loadFieldsWords } from '../../fields/words/words.ts'
import { loadWords as loadDraftWords } from '../../job-draft/words/words.ts'
import { loadWords as loadPhoneWords } from '../../phone/words/words.ts'
import { loadWords as loadPromptWords } from '../../prompt/words/words.ts'
import { loadWords as loadSectionsWords } from '../../sections/words/words.ts'
import { loadWords } from './words.ts'

const loaders = [
  loadWords,
  loadAssistWords,
  loadChangesWords,
  loadDraftWords,
  loadFieldsWords,
  loadPhoneWords,
  loadPromptWords,
  loadSectionsWords,
]

/** Fetches all words of the form in the page's language; what cannot be had is said in English. */
export async function loadAllWords(): Promise<void> {
  await Promise.allSettled(loaders.map((load) => load()))
}
