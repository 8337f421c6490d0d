import { useTranslation } from 'react-i18next'
import type { UsualKeys } from '../../lib/keyboard/catalog.ts'
import { keysFor, useChosenKeys } from '../../lib/keyboard/chosen-keys.ts'
import { keysText } from '../../ui/marks/marks.tsx'

/** For tooltips: what a button does, and the keys that its shortcut has for this user. */
export function useWithKeys(): (label: string, usual: UsualKeys) => string {
  const { t } = useTranslation()
  const chosen = useChosenKeys()
  return (label, usual) => t('tickets.action.withKeys', { label, keys: keysText(keysFor(usual, chosen)) })
}
