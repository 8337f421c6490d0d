import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnFirstInteraction } from '../../lib/browser/first-interaction.ts'
import { onOpenPalette, openPalette } from '../../lib/keyboard/palette.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'

const palette = () => import('./palette.tsx')
const Palette = lazy(() => palette().then(({ Palette: component }) => ({ default: component })))

/** Opens the command palette with Ctrl K. */
export function PaletteLoader() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useOnFirstInteraction(() => void palette().catch(() => undefined))
  useEffect(() => onOpenPalette(() => setIsOpen(true)), [])
  useActions([{ keys: 'mod+k', label: t('shell.search'), group: 'general', run: openPalette }])

  return isOpen && <LoadingPalette onClose={() => setIsOpen(false)} />
}

/**
 * Collects what the user types while the palette is still loading, so that it reaches no other field and no shortcut.
 */
function LoadingPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusReturn()
  const [typed, setTyped] = useState('')
  const [isThere, setIsThere] = useState(false)
  const early = useRef<HTMLInputElement>(null)
  useEffect(() => early.current?.focus(), [])

  return (
    <>
      {!isThere && (
        <div role="dialog" aria-modal="true" aria-label={t('shell.search')} className="aloud">
          <input
            ref={early}
            aria-label={t('shell.search')}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') onClose()
            }}
          />
        </div>
      )}
      <Suspense>
        <Palette typed={typed} onType={setTyped} onFocused={() => setIsThere(true)} onClose={onClose} />
      </Suspense>
    </>
  )
}
