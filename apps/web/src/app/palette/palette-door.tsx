import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOpenPalette, openPalette } from '../../lib/palette.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })))

/** Ctrl K, from everywhere; fetched when it is first asked for. */
export function PaletteDoor() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => onOpenPalette(() => setIsOpen(true)), [])
  useShortcuts([{ keys: 'mod+k', label: t('shell.search'), group: 'general', run: openPalette }])

  if (!isOpen) return null
  return (
    <Suspense>
      <Palette onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
