import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../../lib/keyboard/shortcuts.ts'

export function useComposerKeys(togglePrivate: () => void): void {
  const { t } = useTranslation()
  const nothing = () => undefined
  useShortcuts([
    { keys: 'Enter', label: t('messages.keys.send'), group: 'write', run: nothing, isListedOnly: true },
    { keys: 'shift+Enter', label: t('messages.keys.newLine'), group: 'write', run: nothing, isListedOnly: true },
    { keys: 'alt+p', label: t('messages.keys.private'), group: 'write', run: togglePrivate },
  ])
}
