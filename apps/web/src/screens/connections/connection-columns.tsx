import type { ConnectionView } from '@guiche/contract'
import { IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { HealthBars, connectionHealth } from '../../features/connections/health/index.ts'
import { isOfficial } from '../../lib/sending/whatsapp-way.ts'
import { GuardButton } from '../../features/sending-guard/guard-button.tsx'
import { numberGuards } from '../../features/sending-guard/sending-guard.api.ts'
import { useFormat } from '../../lib/format.ts'
import { phoneText } from '../../lib/phone.ts'
import { mayCampaign } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { ChannelMark } from '../../ui/marks/channel-mark.tsx'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { Status, type Tone } from '../../ui/marks/status.tsx'
import styles from './connections-screen.module.css'
import { SendingLimit } from './sending-limit.tsx'
import { SessionCell } from './session-cell.tsx'

interface Actions {
  onShowCode: (connection: ConnectionView) => void
  onShowAccess: (connection: ConnectionView) => void
  onMove: (connection: ConnectionView) => void
  onShowHistory: (connection: ConnectionView) => void
  onShowGuard: (connection: ConnectionView) => void
}

export function useConnectionColumns({
  onShowCode,
  onShowAccess,
  onMove,
  onShowHistory,
  onShowGuard,
}: Actions): Column<ConnectionView>[] {
  const { t } = useTranslation()
  const { data: health = [] } = useQuery(connectionHealth)
  const hasGuards = mayCampaign(useMe())
  const { data: guards = [] } = useQuery({ ...numberGuards, enabled: hasGuards })
  const format = useFormat()
  const guardColumn: Column<ConnectionView> = {
    key: 'guard',
    title: t('sending-guard.column'),
    cell: (connection) => {
      const own = guards.find(({ whatsappId }) => whatsappId === connection.id)
      if (!own) return <span className={styles.quiet}>—</span>
      return <GuardButton guard={own} onOpen={() => onShowGuard(connection)} />
    },
  }
  return [
    { key: 'name', title: t('connections.name'), card: 'head', cell: (connection) => <Name connection={connection} /> },
    {
      key: 'status',
      title: t('connections.status'),
      cell: ({ status, endReason, updatedAt, sendingLimit }) => (
        <>
          <Status tone={tones[status]}>{t(`connections.statuses.${status}`)}</Status>
          {status === 'DISCONNECTED' && endReason && (
            <small className={styles.since}>{t(`connections.reasons.${endReason}`)}</small>
          )}
          <small className={styles.since}>{format.relative(updatedAt)}</small>
          {sendingLimit && <SendingLimit limit={sendingLimit} />}
        </>
      ),
    },
    {
      key: 'health',
      title: t('connections.health.column'),
      cell: (connection) => {
        const own = health.find(({ connectionId }) => connectionId === connection.id)
        if (!own) return <span className={styles.quiet}>—</span>
        return <HealthBars name={connection.name} health={own} onOpen={() => onShowHistory(connection)} />
      },
    },
    ...(hasGuards ? [guardColumn] : []),
    {
      key: 'session',
      title: t('connections.session'),
      cell: (connection) => <SessionCell {...{ connection, onShowCode, onShowAccess, onMove }} />,
    },
    {
      key: 'updatedAt',
      // Optional, because the time is also shown below the status.
      isExtra: true,
      title: t('connections.updatedAt'),
      cell: ({ updatedAt }) => <time className={styles.quiet}>{format.tableTime(updatedAt)}</time>,
    },
  ]
}

const tones: Record<ConnectionView['status'], Tone> = {
  CONNECTED: 'good',
  DISCONNECTED: 'bad',
  qrcode: 'warn',
  OPENING: 'info',
  PAIRING: 'info',
  PENDING: 'info',
  TIMEOUT: 'warn',
  PASSKEY: 'bad',
}

function Name({ connection }: { connection: ConnectionView }) {
  const { name, number, channel, isDefault } = connection
  const { t } = useTranslation()
  const phone = phoneText(number)
  const ways = [
    channel !== 'whatsapp' || 'problem' in phone ? t(`ui.channels.${channel}`) : phone.text,
    ...(isOfficial(connection) ? [t('connections.official.provider')] : []),
    ...(connection.isOnPhone ? [t('connections.official.onPhone')] : []),
  ]
  return (
    <div className={styles.name}>
      <ChannelMark channel={channel} size={24} />
      <div>
        <span className={styles.called}>
          <b>{name}</b>
          {isDefault && (
            <IconStarFilled size={13} className={styles.star} role="img" aria-label={t('connections.default')} />
          )}
        </span>
        <small className={styles.number}>
          {ways.map((way, nth) => (
            <Fragment key={way}>
              {/* A line that is broken ends with the dot. */}
              <span>{nth < ways.length - 1 ? `${way} ·` : way}</span>{' '}
            </Fragment>
          ))}
        </small>
      </div>
    </div>
  )
}
