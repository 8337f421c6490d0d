import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../../lib/title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

export function TicketsScreen() {
  const { t } = useTranslation()
  useTitle(t('shell.menu.tickets'))
  return <EmptyState icon={<IconMessage2 size={32} stroke={1.3} aria-hidden />} title={t('shell.chooseTicket')} />
}
