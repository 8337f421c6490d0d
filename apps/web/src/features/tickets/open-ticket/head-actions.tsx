import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconLayoutSidebarRight, type IconProps, IconSearch } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../lib/session.ts'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { useWithKeys } from '../use-with-keys.ts'
import styles from './conversation-head.module.css'
import { type BarAction, barActions, isShown } from './head-action-list.ts'
import { HeadMenu } from './head-menu.tsx'

interface Props {
  ticket: ListedTicket
  isDrawerOpen: boolean
  onToggleDrawer: () => void
  onSearch: () => void
}

const classOf = { any: undefined, tablet: styles.roomy, wide: styles.mid }

export function HeadActions({ ticket, isDrawerOpen, onToggleDrawer, onSearch }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const withKeys = useWithKeys()
  return (
    <div className={styles.actions}>
      <span className={styles.mid}>
        <Mark label={withKeys(t('search.within.label'), 'mod+f')} icon={IconSearch} onClick={onSearch} />
      </span>
      {barActions
        .filter((action) => isShown(action, ticket, me))
        .map((action) => (
          <span key={action.id} className={classOf[action.from(ticket)]}>
            {action.look === 'button' ? (
              <ActionButton action={action} ticket={ticket} />
            ) : (
              <ActionMark action={action} ticket={ticket} />
            )}
          </span>
        ))}
      <HeadMenu ticket={ticket} onToggleDrawer={onToggleDrawer} onSearch={onSearch} />
      <span className={styles.mid}>
        <Mark
          label={t('tickets.head.drawer')}
          icon={IconLayoutSidebarRight}
          onClick={onToggleDrawer}
          isPressed={isDrawerOpen}
        />
      </span>
    </div>
  )
}

interface ActionProps {
  action: BarAction
  ticket: ListedTicket
}

function ActionButton({ action, ticket }: ActionProps) {
  const { t } = useTranslation()
  const actions = useTicketActions()
  const { icon: Icon } = action
  const hint = useHint(action, ticket)
  return (
    <Tooltip label={hint} disabled={action.keys === undefined}>
      <Button
        className={styles.close ?? ''}
        variant="light"
        size="xs"
        leftSection={<Icon size={16} />}
        onClick={() => action.run(actions, ticket)}
      >
        {action.label(t, ticket)}
      </Button>
    </Tooltip>
  )
}

function ActionMark({ action, ticket }: ActionProps) {
  const actions = useTicketActions()
  const hint = useHint(action, ticket)
  return <Mark label={hint} icon={action.icon} onClick={() => action.run(actions, ticket)} />
}

/** What the action does, and its shortcut. */
function useHint({ label, keys }: BarAction, ticket: ListedTicket): string {
  const { t } = useTranslation()
  const withKeys = useWithKeys()
  return keys ? withKeys(label(t, ticket), keys) : label(t, ticket)
}

interface MarkProps {
  label: string
  icon: ComponentType<IconProps>
  onClick: () => void
  isPressed?: boolean
}

function Mark({ label, icon: Icon, onClick, isPressed }: MarkProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
