import type { MessageView } from '@guiche/contract'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Ticks, tickOf } from '../../../ui/marks/ticks.tsx'
import { useLongPress } from '../../../ui/use-long-press.ts'
import { AlbumPicture } from '../content/index.ts'
import { useSelection } from '../selection/index.ts'
import { Author, Forwarded, MessageBubble } from './message-bubble.tsx'
import styles from './message-bubble.module.css'
import { MessageMenu } from './message-menu.tsx'
import { Reactions } from './reactions.tsx'

/** The last of them shows how many more there are. */
const shown = 4

interface Props {
  messages: MessageView[]
  isFirst: boolean
  /** The message that is highlighted after a jump to it. */
  marked: number | undefined
}

/** Pictures that were sent together, in one bubble. Each keeps its time, ticks, menu and reactions. */
export const AlbumBubble = memo(function AlbumBubble({ messages, isFirst, marked }: Props) {
  const { t } = useTranslation()
  const { selected } = useSelection()
  const [isOpen, setIsOpen] = useState(false)
  const [first] = messages
  const isMarkedHidden = messages.findIndex(({ id }) => id === marked) >= shown
  if (isMarkedHidden && !isOpen) setIsOpen(true)
  if (!first) return null

  if (isOpen || selected) {
    return messages.map((message, index) => (
      <MessageBubble
        key={message.id}
        message={message}
        isFirst={isFirst && index === 0}
        isMarked={message.id === marked}
      />
    ))
  }
  return (
    <div className={styles.row} data-side={first.fromMe ? 'out' : 'in'} data-first={isFirst}>
      <div className={styles.bubble} data-kind="album" data-visual>
        {isFirst && <Author message={first} />}
        {first.isForwarded && <Forwarded />}
        <div className={styles.album} role="group" aria-label={t('messages.album.label', { count: messages.length })}>
          {messages.slice(0, shown).map((message, index) => (
            <Tile
              key={message.id}
              message={message}
              more={index === shown - 1 ? messages.length - shown : 0}
              isMarked={message.id === marked}
              label={t('messages.album.open', { number: index + 1, count: messages.length })}
            />
          ))}
        </div>
        <button type="button" className={styles.apart} onClick={() => setIsOpen(true)}>
          {t('messages.album.apart')}
        </button>
      </div>
    </div>
  )
})

interface TileProps {
  message: MessageView
  /** How many more pictures stand behind this one. */
  more: number
  isMarked: boolean
  label: string
}

function Tile({ message, more, isMarked, label }: TileProps) {
  const format = useFormat()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const press = useLongPress(() => setIsMenuOpen(true))
  const { id, createdAt, fromMe, ack, failure } = message
  return (
    <div className={styles.tile} data-message={id} data-marked={isMarked} {...press}>
      <AlbumPicture message={message} label={label} more={more} />
      {more === 0 && (
        <span className={styles.stamp}>
          <time dateTime={createdAt} title={format.dateTime(createdAt)}>
            {format.time(createdAt)}
          </time>
          {fromMe && <Ticks tick={tickOf(ack, failure)} />}
        </span>
      )}
      <MessageMenu message={message} isOpen={isMenuOpen} onToggle={setIsMenuOpen} />
      <Reactions message={message} />
    </div>
  )
}
