import type { ConnectionView } from '@guiche/contract'
import { Menu } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOfficial } from '../../../lib/sending/whatsapp-way.ts'
import { isAdmin, useMe } from '../../../lib/session.ts'

interface Props {
  connection: ConnectionView
  onMove: (connection: ConnectionView) => void
}

/** Offers the other way to the number. Only admins see the code that pairs a phone. */
export function MoveItem({ connection, onMove }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  if (connection.channel !== 'whatsapp') return null
  const to = isOfficial(connection) ? 'phone' : 'official'
  if (to === 'phone' && !isAdmin(me)) return null
  return (
    <Menu.Item leftSection={<IconArrowsExchange size={16} stroke={1.7} />} onClick={() => onMove(connection)}>
      {t(`connections.moves.${to}`)}
    </Menu.Item>
  )
}
