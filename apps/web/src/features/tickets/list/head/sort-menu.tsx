import { ActionIcon, Menu } from '@mantine/core'
import { type TicketOrder, ticketOrders } from '@guiche/contract'
import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface Props {
  value: TicketOrder
  /** The shown list has an order of its own. */
  isOff: boolean
  onChange: (order: TicketOrder) => void
}

export function SortMenu({ value, isOff, onChange }: Props) {
  const { t } = useTranslation()
  const label = t('tickets.sort.label', { order: t(`tickets.sort.${value}`) })
  const isUsual = isOff || value === 'newest'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size={30}
          variant={isUsual ? 'default' : 'light'}
          color={isUsual ? 'gray' : 'green'}
          aria-label={label}
          title={label}
          disabled={isOff}
        >
          <IconArrowsSort size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ticketOrders.map((order) => (
          <Menu.RadioItem
            key={order}
            value={order}
            checked={order === value}
            closeMenuOnClick
            onChange={() => onChange(order)}
          >
            {t(`tickets.sort.${order}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
