import { IconKeyboard } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '../../lib/keyboard/actions.ts'

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
  useActions([{ keys: '?', label: t('shell.keys.title'), group: 'general', icon: IconKeyboard, run: openKeyboardHelp }])

  if (!isOpen) return null
  return (
    <Suspense>
      <KeyboardHelp onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
