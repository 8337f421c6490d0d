import type { ConnectionView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isAdmin, useMe } from '../../../lib/session.ts'

interface Props {
  connection: ConnectionView
  onMove: (connection: ConnectionView) => void
}

/** Shows the code again while the phone of an official number is being paired. Only admins see it. */
export function PairingMove({ connection, onMove }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  if (connection.phoneMove === null || !isAdmin(me)) return null
  return (
    <Button
      size="compact-sm"
      aria-label={t('connections.moves.phoneOf', { name: connection.name })}
      onClick={() => onMove(connection)}
    >
      {t('connections.moves.pairing')}
    </Button>
  )
}
