import { IconMessageOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import styles from './notices.module.css'

/** Above the composer: why the way that the number is reached now does not lead to this group or customer. */
export function UnreachableNotice({ why }: { why: NonNullable<ListedTicket['unreachable']> }) {
  const { t } = useTranslation()
  return (
    <p className={styles.window} data-state="closed">
      <IconMessageOff size={14} stroke={1.8} aria-hidden />
      <strong role="status">{t(`tickets.unreachable.${why}`)}</strong>
    </p>
  )
}
