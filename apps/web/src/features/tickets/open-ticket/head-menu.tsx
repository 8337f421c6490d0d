import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLayoutSidebarRight, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../lib/session.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { type HeadAction, isShown, menuActions } from './head-action-list.ts'

interface Props {
  ticket: ListedTicket
  onToggleDrawer: () => void
  onSearch: () => void
}

/** Less frequent or destructive actions, with labels. */
export function HeadMenu({ ticket, onToggleDrawer, onSearch }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const isPhone = useIsPhone()
  const shown = menuActions.filter((action) => isShown(action, ticket, me))
  const dangers = shown.filter(({ isDanger }) => isDanger)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('tickets.more')}>
          <IconDots size={18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <Menu.Item leftSection={<IconLayoutSidebarRight size={16} />} onClick={onToggleDrawer}>
            {t('tickets.head.drawer')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconSearch size={16} />} onClick={onSearch}>
          {t('search.within.label')}
        </Menu.Item>
        {shown
          .filter(({ isDanger }) => !isDanger)
          .map((action) => (
            <Item key={action.id} action={action} ticket={ticket} />
          ))}
        {dangers.length > 0 && <Menu.Divider />}
        {dangers.map((action) => (
          <Item key={action.id} action={action} ticket={ticket} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ action, ticket }: { action: HeadAction; ticket: ListedTicket }) {
  const { t } = useTranslation()
  const actions = useTicketActions()
  const { icon: Icon, isDanger } = action
  return (
    <Menu.Item
      {...(isDanger && { color: 'red' })}
      leftSection={<Icon size={16} />}
      onClick={() => action.run(actions, ticket)}
    >
      {action.label(t, ticket)}
    </Menu.Item>
  )
}
