import type { ConnectionEventView, ConnectionNotice, ConnectionView } from '@guiche/contract'
import { Button, Skeleton } from '@mantine/core'
import {
  IconArrowsExchange,
  IconCloudDown,
  IconHandStop,
  IconInfoCircle,
  IconSend,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlayerPause,
  IconQrcode,
  IconUnlink,
  IconAlertTriangle,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { type Format, useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EventList } from '../../../ui/dialogs/event-list.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { isPhone } from '../../../lib/sending/whatsapp-way.ts'
import { connectionEvents } from './health.api.ts'

/** The events of a connection in plain words, newest first. */
export function HistoryDialog({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const { id, name } = connection
  const { t } = useTranslation()
  const entryOf = useEntry(isPhone(connection))
  const history = useInfiniteQuery(connectionEvents(id))
  const events = history.data?.pages.flatMap((page) => page.events)
  return (
    <Dialog title={t('connections.health.title', { name })} onClose={onClose}>
      {history.isPending && <Skeleton height={160} aria-label={t('ui.loading')} />}
      {history.isError && (
        <Failure
          title={t('connections.health.failed')}
          cause={causeOf(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
      {events && <EventList events={events.map(entryOf)} empty={t('connections.health.empty')} />}
      {history.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('connections.health.more')}
        </Button>
      )}
    </Dialog>
  )
}

const icons = {
  qrcode: IconQrcode,
  connected: IconPlugConnected,
  lost: IconPlugConnectedX,
  stopped: IconPlayerPause,
  ended: IconAlertTriangle,
  unlinked: IconUnlink,
  recovered: IconCloudDown,
  limited: IconHandStop,
  resumed: IconSend,
  notice: IconInfoCircle,
  moved: IconArrowsExchange,
} satisfies Record<ConnectionEventView['kind'], unknown>

const tones: Partial<Record<ConnectionEventView['kind'], 'good' | 'bad'>> = {
  connected: 'good',
  recovered: 'good',
  lost: 'bad',
  ended: 'bad',
}

function useEntry(isOfPhone: boolean) {
  const format = useFormat()
  const text = useEventText(isOfPhone)
  return (event: ConnectionEventView) => {
    const { id, kind, createdAt: at } = event
    const Icon = icons[kind]
    const icon = <Icon size={16} stroke={1.8} aria-hidden />
    return { id, icon, tone: tones[kind], text: text(event), at, time: format.dateTime(at) }
  }
}

function useEventText(isOfPhone: boolean): (event: ConnectionEventView) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ kind, secondsAway, reason, count, wasKilled, mayBeListed, isGap, movedTo, notice }) => {
    if (kind === 'connected')
      return secondsAway === null
        ? t(`connections.events.${isOfPhone ? 'connected' : 'online'}`)
        : t('connections.events.back', { time: format.lapse(secondsAway) })
    if (kind === 'ended' && reason) return t(`connections.reasons.${reason}`)
    if (kind === 'recovered') return t(`connections.events.${isGap ? 'found' : 'recovered'}`, { count: count ?? 0 })
    if (kind === 'unlinked' && mayBeListed) return t('connections.events.unlinkedUnconfirmed')
    if (notice) {
      const { about, value, details } = notice
      const shown = value === null ? '' : shownValue(about, value, format)
      const told = t(`connections.notices.${about}`, { value: shown, ...(value !== null && { context: value }) })
      return details === undefined ? told : `${told} (${details})`
    }
    if (kind === 'moved') return t(`connections.events.moved.${movedTo ?? 'official'}`)
    if (kind === 'lost' && wasKilled) return t('connections.events.killed')
    return t(`connections.events.${kind}`)
  }
}

function shownValue(about: ConnectionNotice['about'], value: string, format: Format): string {
  if (about === 'token') return format.dateTime(value)
  if (about !== 'limit') return value
  // Such as TIER_250, TIER_10K or 2000.
  const [, number, thousands] = /^(?:TIER_)?(\d+)(K?)$/.exec(value) ?? []
  return number === undefined ? value : format.number(Number(number) * (thousands ? 1000 : 1))
}
