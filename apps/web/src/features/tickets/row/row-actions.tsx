import { isWaiting } from '@guiche/contract'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowsExchange, IconCircleX, IconEyeOff, IconRefresh, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './ticket-row.module.css'

interface Props {
  ticket: ListedTicket
  /** Whether to render the hidden buttons too; rendering them in every row would double its cost. */
  isNear: boolean
}

/** The actions on a ticket in its row, by status (docs/requirements/workspace.md, section 2). */
export function RowActions({ ticket, isNear }: Props) {
  const { t } = useTranslation()
  const { accept, ignore, transfer, close, reopen } = useTicketActions()
  if (!isNear && !isWaiting(ticket.status)) return null

  switch (ticket.status) {
    case 'pending':
    case 'lgpd':
      return (
        <div className={styles.actions}>
          {isNear && (
            <>
              <Action label={t('tickets.action.ignore')} icon={IconEyeOff} onClick={() => ignore(ticket)} />
              <Action label={t('tickets.action.transfer')} icon={IconArrowsExchange} onClick={() => transfer(ticket)} />
            </>
          )}
          <Button size="compact-xs" variant="default" className={styles.accept ?? ''} onClick={() => accept(ticket)}>
            {t('tickets.action.accept')}
          </Button>
        </div>
      )
    case 'open':
    case 'group':
      return (
        <div className={styles.actions}>
          <Action label={t('tickets.action.transfer')} icon={IconArrowsExchange} onClick={() => transfer(ticket)} />
          <Action label={t('tickets.action.close')} icon={IconCircleX} onClick={() => close(ticket)} />
        </div>
      )
    case 'closed':
    case 'nps':
      return (
        <div className={styles.actions}>
          <Action label={t('tickets.action.reopen')} icon={IconRefresh} onClick={() => reopen(ticket)} />
        </div>
      )
  }
}

interface ActionProps {
  label: string
  icon: ComponentType<IconProps>
  onClick: () => void
}

function Action({ label, icon: Icon, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  )
}
