import './allow-toast-styles.ts'
import '../../src/styles/global.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { applySettings } from '../../src/index.ts'
import { Catalogue } from './catalogue.tsx'

applySettings({ locale: 'en' })

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <Catalogue />
  </StrictMode>,
)
