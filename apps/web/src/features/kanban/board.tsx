import { AutoScroller, Cursor, Feedback, PreventSelection } from '@dnd-kit/dom'
import { DragDropProvider, type DragMoveEvent, DragOverlay, PointerSensor } from '@dnd-kit/react'
import type { KanbanCard, KanbanLane } from '@guiche/contract'
import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CardPages, type Shown, cardsKey, laneIdOf } from './board-keys.ts'
import { CardFace } from './card-face.tsx'
import styles from './kanban.module.css'
import { Lane } from './lane.tsx'
import { targetAt } from './places.ts'
import { useCarry } from './use-carry.ts'

interface Props {
  lanes: KanbanLane[]
  shown: Shown
  /** The menu of a lane. */
  laneMenu: (lane: KanbanLane) => ReactNode
  /** After the last lane. */
  children?: ReactNode
}

// A card is copied while it is carried, and the copy is gone at once when it is put down: React moves the card itself.
const plugins = [AutoScroller, Cursor, Feedback.configure({ dropAnimation: null }), PreventSelection]
const sensors = [PointerSensor]

/** The lanes beside each other. Cards are carried between them by pointer, finger or keys. */
export function Board({ lanes, shown, laneMenu, children }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const board = useRef<HTMLDivElement>(null)
  const pointer = useRef<{ x: number; y: number }>(undefined)
  const hint = useId()

  const cardsOf = () =>
    cache
      .getQueriesData<CardPages>({ queryKey: cardsKey(shown) })
      .flatMap(([, data]) => data?.pages.flatMap(({ cards }) => cards) ?? [])
  const cardWith = (id: number | undefined) => cardsOf().find((card) => card.id === id)
  const carry = useCarry({ board, shown, lanes, cardWith })

  function follow({ nativeEvent, operation }: DragMoveEvent) {
    const { x, y } = operation.position.current
    pointer.current =
      nativeEvent instanceof PointerEvent ? { x: nativeEvent.clientX, y: nativeEvent.clientY } : { x, y }
    carry.aim(aimed())
  }

  /** Lanes may have been scrolled since the pointer moved. */
  function aimed() {
    const { carried } = carry
    if (!board.current || !pointer.current || !carried) return undefined
    return targetAt(board.current, carried.card.id, pointer.current)
  }

  return (
    <DragDropProvider
      plugins={plugins}
      sensors={sensors}
      onDragStart={({ operation: { source } }) => {
        pointer.current = undefined
        if (isCarriable(source?.data)) carry.take(source.data.card, source.data.laneId, 'pointer')
      }}
      onDragMove={follow}
      onDragEnd={({ canceled }) => (canceled ? carry.cancel() : carry.putDown(aimed()))}
    >
      <div className={styles.board} ref={board} role="group" aria-label={t('kanban.board')}>
        {lanes.map((lane) => (
          <Lane
            key={laneIdOf(lane)}
            lane={lane}
            lanes={lanes}
            shown={shown}
            carry={carry}
            hint={hint}
            menu={laneMenu(lane)}
          />
        ))}
        {children}
      </div>
      <DragOverlay dropAnimation={null}>
        {(source) =>
          isCarriable(source.data) && (
            <div className={styles.card} data-is="copy">
              <CardFace card={source.data.card} />
            </div>
          )
        }
      </DragOverlay>
      <VisuallyHidden id={hint}>{t('kanban.hint')}</VisuallyHidden>
      <VisuallyHidden role="status">{carry.said}</VisuallyHidden>
    </DragDropProvider>
  )
}

/** What a card is dragged with. */
interface Carriable {
  card: KanbanCard
  laneId: number
}

const isCarriable = (data: object | undefined): data is Carriable =>
  data !== undefined && 'card' in data && 'laneId' in data
