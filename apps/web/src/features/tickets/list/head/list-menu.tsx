import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTicketActions } from '../../ticket-actions.ts'

/** What concerns the whole list. */
export function ListMenu({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  const { create, closeAll } = useTicketActions()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('tickets.more')}>
          <IconDots size={18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={create}>{t('tickets.action.create')}</Menu.Item>
        {isAdmin && (
          <Menu.Item color="red" onClick={closeAll}>
            {t('tickets.action.closeAll')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
