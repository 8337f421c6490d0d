import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './conversation-head.module.css'
import { HeadActions } from './head-actions.tsx'
import { HeadIdentity } from './head-identity.tsx'
import { type Company, HeadPresence } from './head-presence.tsx'
import { PresenceStrip } from './presence-strip.tsx'

interface Props extends Company {
  ticket: ListedTicket
  isDrawerOpen: boolean
  onToggleDrawer: () => void
  /** Opens the search in the conversation. */
  onSearch: () => void
  onBack: () => void
}

export function ConversationHead({ onBack, viewers, writing, ...props }: Props) {
  const { t } = useTranslation()
  const { ticket, isDrawerOpen, onToggleDrawer } = props
  const isAlone = viewers.length === 0
  return (
    <div className={styles.top}>
      <header className={styles.head}>
        <div className={styles.line}>
          <ActionIcon className={styles.back ?? ''} size={44} aria-label={t('tickets.head.back')} onClick={onBack}>
            <IconArrowLeft size={20} stroke={1.8} />
          </ActionIcon>
          <HeadIdentity ticket={ticket} isDrawerOpen={isDrawerOpen} onOpen={onToggleDrawer} />
          {!isAlone && <HeadPresence viewers={viewers} writing={writing} />}
          <HeadActions {...props} />
        </div>
      </header>
      {!isAlone && <PresenceStrip viewers={viewers} writing={writing} />}
    </div>
  )
}
