import type { ConnectionView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOfficial } from '../../../lib/sending/whatsapp-way.ts'
import { isAdmin, useMe } from '../../../lib/session.ts'

interface Props {
  connection: ConnectionView
  onMove: (connection: ConnectionView) => void
}

/** Offers the other way to the number. Only admins see the code that pairs a phone. */
export function MoveButton({ connection, onMove }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const to = isOfficial(connection) ? 'phone' : 'official'
  if (to === 'phone' && !isAdmin(me)) return null
  const isPairing = connection.phoneMove !== null
  return (
    <Button
      size="compact-sm"
      variant={isPairing ? 'filled' : 'subtle'}
      leftSection={<IconArrowsExchange size={15} stroke={1.7} />}
      aria-label={t(`connections.moves.${to}Of`, { name: connection.name })}
      onClick={() => onMove(connection)}
    >
      {t(isPairing ? 'connections.moves.pairing' : `connections.moves.${to}`)}
    </Button>
  )
}
