import { useDraggable } from '@dnd-kit/react'
import type { KanbanCard, KanbanLane } from '@guiche/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsExchange, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { laneIdOf } from './board-keys.ts'
import { CardFace } from './card-face.tsx'
import styles from './kanban.module.css'
import type { Carry } from './use-carry.ts'

interface Props {
  card: KanbanCard
  laneId: number
  lanes: KanbanLane[]
  carry: Carry
  hint: string
}

/** A ticket on the board. */
export function Card({ card, laneId, lanes, carry, hint }: Props) {
  const { t } = useTranslation()
  const element = useRef<HTMLLIElement>(null)
  const { ref } = useDraggable({ id: `${laneId}.${card.id}`, type: 'card', data: { card, laneId } })
  const { takesFocus } = carry
  const isCarried = carry.carried?.card.id === card.id && carry.carried.from.laneId === laneId
  const { name } = card.contact

  // It was put down here.
  useEffect(() => {
    if (takesFocus(card.id)) element.current?.focus()
  }, [takesFocus, card.id, card.place])

  return (
    <li
      ref={(node) => {
        element.current = node
        ref(node)
      }}
      className={styles.card}
      data-card={card.id}
      data-carried={isCarried}
      tabIndex={0}
      aria-label={`${name} #${card.id}`}
      aria-describedby={hint}
      onKeyDown={(event) => carry.onKey(event, card, laneId)}
      onBlur={() => isCarried && carry.carried?.by === 'keys' && carry.cancel()}
    >
      <CardFace card={card} />
      <div className={styles.cardFoot}>
        <Link
          className={styles.view}
          to="/tickets/{-$ticketId}"
          params={{ ticketId: card.uuid }}
          aria-label={t('kanban.viewOf', { name })}
          draggable={false}
        >
          {t('kanban.view')}
        </Link>
        <Menu>
          <Menu.Target>
            <ActionIcon size={24} aria-label={t('kanban.moreOfCard', { name })}>
              <IconArrowsExchange size={16} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('kanban.moveTo')}</Menu.Label>
            {lanes.map((lane) => (
              <Menu.Item
                key={laneIdOf(lane)}
                disabled={laneIdOf(lane) === laneId}
                rightSection={laneIdOf(lane) === laneId && <IconCheck size={14} />}
                onClick={() => carry.toLane(card, laneId, laneIdOf(lane))}
              >
                {lane.tag?.name ?? t('kanban.open')}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  )
}
