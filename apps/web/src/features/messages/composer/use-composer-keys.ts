import { useTranslation } from 'react-i18next'
import { useActions } from '../../../lib/keyboard/actions.ts'

export function useComposerKeys(togglePrivate: () => void): void {
  const { t } = useTranslation()
  useActions([{ keys: 'alt+p', label: t('messages.keys.private'), group: 'write', run: togglePrivate }])
}
