import { useTranslation } from 'react-i18next'
import { DeadLetterList } from '../../features/dead-letters/dead-letter-list.tsx'
import { useTitle } from '../../lib/browser/title.ts'

/** For the operator. */
export function DeadLettersScreen() {
  const { t } = useTranslation()
  useTitle(t('dead-letters.title'))
  return <DeadLetterList />
}
