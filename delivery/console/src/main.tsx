import '@errand/shared-ui/global.css'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { applyLanguage } from './language.ts'
import { loadWords } from './words/words.ts'

applyLanguage()
const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root')
const root = createRoot(container)
// Without its language the console is in English.
await loadWords().catch(() => undefined)
root.render(<App />)
