// Must run before any schema is created.
import './lib/browser/no-eval.ts'
import './ui/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { beginFirstPage } from './app/begin-first-page.ts'
import { putSheetsFirst } from './lib/browser/sheets-first.ts'
import { registerServiceWorker } from './lib/browser/service-worker.ts'
import { startTranslation } from './lib/i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Before the parts of a ticket are fetched: their style sheets have to come after the first ones.
const sheets = putSheetsFirst()
beginFirstPage()
await Promise.all([startTranslation(), sheets])
createRoot(root).render(<App />)
registerServiceWorker()
