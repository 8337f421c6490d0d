import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAtFirstSign } from '../../lib/browser/first-sign.ts'
import { onOpenPalette, openPalette } from '../../lib/keyboard/palette.ts'
import { useShortcuts } from '../../lib/keyboard/shortcuts.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'

const palette = () => import('./palette.tsx')
const Palette = lazy(() => palette().then(({ Palette: component }) => ({ default: component })))

/** Ctrl K, from everywhere. */
export function PaletteDoor() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useAtFirstSign(() => void palette().catch(() => undefined))
  useEffect(() => onOpenPalette(() => setIsOpen(true)), [])
  useShortcuts([{ keys: 'mod+k', label: t('shell.search'), group: 'general', run: openPalette }])

  return isOpen && <OpenDoor onClose={() => setIsOpen(false)} />
}

/** What is typed before the palette is there is meant for it, and for no other field and no shortcut. */
function OpenDoor({ onClose }: { onClose: () => void }) {
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
        <Palette typed={typed} onType={setTyped} onThere={() => setIsThere(true)} onClose={onClose} />
      </Suspense>
    </>
  )
}
