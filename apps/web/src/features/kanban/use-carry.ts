import { type KanbanCard, type KanbanLane, defaultLane } from '@guiche/contract'
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toasts/toasts.tsx'
import { type Shown, laneIdOf } from './board-keys.ts'
import { useMoveCard } from './kanban.api.ts'
import { placeBetween } from './lane-cache.ts'
import { type Target, cardBeside, isSameTarget, neighboursOf, targetBeside, targetOf } from './places.ts'

/** A card that somebody carries, by pointer or by keys. */
interface Carried {
  card: KanbanCard
  from: Target
  to: Target
  by: 'pointer' | 'keys'
}

export type Carry = ReturnType<typeof useCarry>

interface Wiring {
  board: RefObject<HTMLElement | null>
  shown: Shown
  lanes: KanbanLane[]
  cardWith: (id: number | undefined) => KanbanCard | undefined
}

/**
 * Cards are taken and put down: by pointer (the board's drag and drop), by keys, or by the menu of the card. Keys choose
 * lane and place, so the board handles them itself (docs/adr/0017).
 */
export function useCarry({ board, shown, lanes, cardWith }: Wiring) {
  const { t } = useTranslation()
  const [carried, setCarried] = useState<Carried>()
  const [said, setSaid] = useState('')
  const move = useMoveCard(shown)
  /** The card that gets the focus when it is drawn in its new place. */
  const focused = useRef<number>(undefined)

  const takesFocus = useCallback((id: number) => {
    if (focused.current !== id) return false
    focused.current = undefined
    return true
  }, [])

  const nameOf = (laneId: number) => lanes.find((lane) => laneIdOf(lane) === laneId)?.tag?.name ?? t('kanban.open')
  const say = (text: 'at' | 'placed', card: KanbanCard, { laneId, index }: Target) =>
    setSaid(t(`kanban.${text}`, { name: card.contact.name, lane: nameOf(laneId), place: index + 1 }))

  function take(card: KanbanCard, laneId: number, by: Carried['by']) {
    if (!board.current) return
    const from = targetOf(board.current, card.id, laneId)
    setCarried({ card, from, to: from, by })
    say('at', card, from)
  }

  function aim(to: Target | undefined) {
    if (!carried || !to || isSameTarget(carried.to, to)) return
    setCarried({ ...carried, to })
    say('at', carried.card, to)
  }

  function putDown(target = carried?.to) {
    setCarried(undefined)
    if (carried && target && !isSameTarget(carried.from, target)) place(carried.card, carried.from.laneId, target)
  }

  function cancel() {
    if (carried) setSaid(t('kanban.canceled', { name: carried.card.contact.name }))
    setCarried(undefined)
  }

  function place(card: KanbanCard, fromLane: number, target: Target) {
    if (!board.current) return
    const { laneId } = target
    const beside = neighboursOf(board.current, card.id, target)
    const [above, below] = [cardWith(beside.above), cardWith(beside.below)]
    const tag = lanes.find((lane) => laneIdOf(lane) === laneId)?.tag
    const tags = tag ? [{ id: tag.id, name: tag.name, color: tag.color, kanban: tag.kanban }] : []
    focused.current = card.id
    say('placed', card, target)
    move.mutate(
      { card, laneId, below: above, tags, place: placeBetween(above, below) },
      {
        onSuccess: () => {
          if (fromLane === laneId) return
          toast.success(t(laneId === defaultLane ? 'kanban.removed' : 'kanban.added'))
        },
      },
    )
  }

  /** Of the card that has the focus. */
  function onKey(event: KeyboardEvent<HTMLElement>, card: KanbanCard, laneId: number) {
    if (event.target !== event.currentTarget || !board.current) return
    const isArrow = event.key.startsWith('Arrow')
    if (carried?.by === 'keys') {
      if (isArrow) aim(targetBeside(board.current, card.id, carried.to, event.key))
      else if (event.key === ' ' || event.key === 'Enter') putDown()
      else if (event.key === 'Escape') cancel()
      else return
    } else if (event.key === ' ') take(card, laneId, 'keys')
    else if (isArrow) cardBeside(board.current, event.currentTarget, event.key)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    carried,
    said,
    takesFocus,
    take,
    aim,
    putDown,
    cancel,
    onKey,
    toLane: (card: KanbanCard, fromLane: number, laneId: number) => place(card, fromLane, { laneId, index: 0 }),
  }
}
