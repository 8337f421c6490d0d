import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './conversation-head.module.css'
import { HeadActions } from './head-actions.tsx'
import { HeadIdentity } from './head-identity.tsx'
import { HeadPresence, type Person } from './head-presence.tsx'

interface Props {
  ticket: ListedTicket
  /** Colleagues who have the ticket open; `writing` are those who are typing. */
  viewers: Person[]
  writing: Person[]
  isDrawerOpen: boolean
  onToggleDrawer: () => void
  /** Opens the search in the conversation. */
  onSearch: () => void
  onBack: () => void
}

export function ConversationHead({ onBack, viewers, writing, ...props }: Props) {
  const { t } = useTranslation()
  const { ticket, isDrawerOpen, onToggleDrawer } = props
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <ActionIcon className={styles.back ?? ''} size={44} aria-label={t('tickets.head.back')} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.8} />
        </ActionIcon>
        <HeadIdentity ticket={ticket} isDrawerOpen={isDrawerOpen} onOpen={onToggleDrawer} />
        {viewers.length > 0 && <HeadPresence viewers={viewers} writing={writing} />}
        <HeadActions {...props} />
      </div>
    </header>
  )
}
