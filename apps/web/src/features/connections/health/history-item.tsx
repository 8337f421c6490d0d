import type { ConnectionView } from '@guiche/contract'
import { Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { connectionHealth } from './health.api.ts'

interface Props {
  connection: ConnectionView
  onShow: (connection: ConnectionView) => void
}

/** Opens what happened with a connection. The bars of its last day do too, but narrow tables leave them out. */
export function HistoryItem({ connection, onShow }: Props) {
  const { t } = useTranslation()
  const { data: health = [] } = useQuery(connectionHealth)
  if (!health.some(({ connectionId }) => connectionId === connection.id)) return null
  return (
    <Menu.Item leftSection={<IconHistory size={16} stroke={1.7} />} onClick={() => onShow(connection)}>
      {t('connections.health.open')}
    </Menu.Item>
  )
}
