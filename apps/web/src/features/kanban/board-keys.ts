import { type KanbanCard, type KanbanLane, defaultLane } from '@guiche/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** Which cards are shown. Without queues: all that one sees. */
export interface Shown {
  queueIds?: number[]
  searchParam: string
}

interface CardPage {
  cards: KanbanCard[]
  hasMore: boolean
}
export type CardPages = InfiniteData<CardPage, string | undefined>

export const boardKey = ['kanban'] as const
export const lanesKey = (shown: Shown) => [...boardKey, 'lanes', shown] as const
export const cardsKey = (shown: Shown) => [...boardKey, 'cards', shown] as const

export const laneIdOf = ({ tag }: KanbanLane): number => tag?.id ?? defaultLane
