import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../lib/keyboard/shortcuts.ts'

const KeyboardHelp = lazy(() =>
  import('./keyboard-help.tsx').then(({ KeyboardHelp: component }) => ({ default: component })),
)

const opening = new EventTarget()

export const openKeyboardHelp = () => void opening.dispatchEvent(new Event('open'))

/** Opens the list of shortcuts with `?`; its code is loaded on first use. */
export function KeyboardHelpLoader() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = () => setIsOpen(true)
    opening.addEventListener('open', open)
    return () => opening.removeEventListener('open', open)
  }, [])
  useShortcuts([
    { keys: '?', label: t('shell.keys.thisList'), group: 'general', run: openKeyboardHelp },
    { keys: 'Escape', label: t('shell.keys.close'), group: 'general', run: () => undefined, isListedOnly: true },
  ])

  if (!isOpen) return null
  return (
    <Suspense>
      <KeyboardHelp onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
