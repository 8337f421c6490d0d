import type { MessageView } from '@guiche/contract'
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconMusic, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { readable } from '../../../lib/text/plain-text.ts'
import { summaryOf } from '../../../lib/text/summary.ts'
import { safeLink } from '../../../lib/text/text-tokens.ts'
import { CallIcon, useCallText, FileIcon, FileName, lengthOf } from '../content/index.ts'
import { mediaOfTicket } from '../messages.api.ts'
import styles from './ticket-media.module.css'

interface Props {
  ticketId: number
  onImage: (messageId: number) => void
  onJump: (messageId: number) => void
}

const kinds = ['media', 'documents', 'links', 'calls'] as const
type Kind = (typeof kinds)[number]
const isKind = (value: string | null): value is Kind => kinds.some((kind) => kind === value)

/** Media, documents, links and calls of the conversation, newest first. */
export function TicketMedia({ ticketId, onImage, onJump }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [kind, setKind] = useState<Kind>('media')
  const media = useQuery(mediaOfTicket(ticketId))
  useLive('message', (event) => {
    if (event.message.ticketId === ticketId)
      void cache.invalidateQueries({ queryKey: mediaOfTicket(ticketId).queryKey })
  })
  const data = media.data

  return (
    <Tabs value={kind} onChange={(value) => isKind(value) && setKind(value)} className={styles.tabs ?? ''}>
      <Tabs.List grow>
        {kinds.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`messages.media.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={kind}>
        {media.isPending && <Skeleton height={72} m="md" aria-label={t('ui.loading')} />}
        {(media.isError || (data && data[kind].length === 0)) && (
          <p className={styles.none}>{t(media.isError ? 'messages.media.failed' : `messages.media.none.${kind}`)}</p>
        )}
        {data && kind === 'media' && data.media.length > 0 && (
          <Grid items={data.media} onImage={onImage} onJump={onJump} />
        )}
        {data && kind === 'documents' && <Documents items={data.documents} />}
        {data && kind === 'links' && <Links items={data.links} onJump={onJump} />}
        {data && kind === 'calls' && (
          <ul className={styles.rows}>
            {data.calls.map((call) => (
              <CallRow key={call.id} call={call} onJump={onJump} />
            ))}
          </ul>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

function CallRow({ call, onJump }: { call: MessageView; onJump: (messageId: number) => void }) {
  const text = useCallText(call)
  return (
    <li>
      <CallIcon message={call} size={16} stroke={1.7} aria-hidden />
      <Jump id={call.id} text={text ?? readable(call.body)} detail={call.createdAt} onJump={onJump} />
    </li>
  )
}

interface MediaItem {
  id: number
  mediaUrl: string
  mediaType: string
  thumbnailUrl: string | null
  mediaSeconds: number | null
}

interface GridProps {
  items: MediaItem[]
  onImage: (messageId: number) => void
  onJump: (messageId: number) => void
}

function Grid({ items, onImage, onJump }: GridProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(12)
  return (
    <div className={styles.grid}>
      {items.slice(0, shown).map((item, index) => {
        const isOpened = nameOf(item) !== 'goTo'
        return (
          <button
            key={item.id}
            type="button"
            aria-label={t(`messages.media.${nameOf(item)}`, { number: index + 1 })}
            onClick={() => (isOpened ? onImage(item.id) : onJump(item.id))}
          >
            <Tile item={item} />
          </button>
        )
      })}
      {items.length > shown && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + 30)}>
          +{items.length - shown}
        </button>
      )}
    </div>
  )
}

/** The text for a screen reader. Others than pictures and videos are only jumped to. */
function nameOf({ mediaType }: MediaItem) {
  if (mediaType === 'image') return 'open'
  return mediaType === 'video' ? 'openVideo' : 'goTo'
}

function Tile({ item: { mediaUrl, mediaType, thumbnailUrl, mediaSeconds } }: { item: MediaItem }) {
  const length = mediaSeconds !== null && <span className={styles.length}>{lengthOf(mediaSeconds)}</span>
  switch (mediaType) {
    case 'image':
    case 'sticker':
      return <img src={thumbnailUrl ?? mediaUrl} alt="" loading="lazy" data-kind={mediaType} />
    case 'video':
      return (
        <>
          {thumbnailUrl ? (
            <img src={thumbnailUrl} alt="" loading="lazy" />
          ) : (
            <video src={`${mediaUrl}#t=0.001`} preload="metadata" muted playsInline tabIndex={-1} aria-hidden />
          )}
          <IconPlayerPlayFilled className={styles.play ?? ''} size={20} aria-hidden />
          {length}
        </>
      )
    default:
      return (
        <>
          <IconMusic size={20} stroke={1.6} aria-hidden />
          {length}
        </>
      )
  }
}

function Documents({ items }: { items: { id: number; url: string; body: string }[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.rows}>
      {items.map(({ id, url, body }) => {
        const name = readable(body) || t('messages.kind.document')
        return (
          <li key={id}>
            <FileIcon name={name} size={16} stroke={1.7} aria-hidden />
            <a
              href={url}
              download={name}
              rel="noopener noreferrer"
              title={name}
              aria-label={t('messages.downloadFile', { name })}
            >
              <FileName name={name} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function Links({
  items,
  onJump,
}: {
  items: { id: number; url: string; body: string }[]
  onJump: (id: number) => void
}) {
  return (
    <ul className={styles.rows}>
      {items.map(({ id, url, body }) => {
        const href = safeLink(url)
        return (
          <li key={id} className={styles.link}>
            {href && (
              <a href={href} target="_blank" rel="noopener noreferrer" className="cut">
                {url}
              </a>
            )}
            <Jump id={id} text={summaryOf(body)} onJump={onJump} />
          </li>
        )
      })}
    </ul>
  )
}

function Jump({
  id,
  text,
  detail,
  onJump,
}: {
  id: number
  text: string
  detail?: string
  onJump: (id: number) => void
}) {
  const format = useFormat()
  return (
    <button type="button" className={styles.jump} onClick={() => onJump(id)}>
      <span className="cut">{text}</span>
      {detail && <time>{format.moment(detail)}</time>}
    </button>
  )
}
