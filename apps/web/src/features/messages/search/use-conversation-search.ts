import { limits, searchWords } from '@guiche/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLive } from '../../../lib/live.ts'
import { numbers } from '../../../ui/numbers.ts'
import { foundInConversation } from '../messages.api.ts'

export interface ConversationSearch {
  isOpen: boolean
  /** Grows when the search is asked for again, which focuses its field. */
  asked: number
  open: () => void
  close: () => void
  text: string
  setText: (text: string) => void
  /** To mark; none while the search is closed. */
  words: readonly string[]
  state: 'short' | 'searching' | 'failed' | 'none' | 'found'
  /** Of the shown hit, counted from the newest. */
  position: number
  total: number
  /** There are more hits than `total`. */
  isMore: boolean
  /** The message of the shown hit. */
  current: number | undefined
  older: () => void
  newer: () => void
}

/** A search in the open conversation. It begins at the newest hit and jumps through the whole history. */
export function useConversationSearch(ticketId: number, jump: (messageId: number) => void): ConversationSearch {
  const [asked, setAsked] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState<number>()
  const [rested] = useDebouncedValue(text.trim(), numbers.searchDebounce)
  const isLong = isOpen && rested.length >= limits.searchLetters
  const query = useQuery({ ...foundInConversation(ticketId, rested), enabled: isLong })
  const ids = (isLong && query.data?.ids) || none
  const words = useMemo(() => (isLong ? searchWords(rested) : none), [isLong, rested])
  const index = current === undefined ? -1 : ids.indexOf(current)
  useRefresh(ticketId, isOpen)

  const begin = useEffectEvent(() => show(0))
  const isThere = isLong && query.data !== undefined
  useEffect(() => {
    if (isThere) begin()
  }, [isThere, rested])

  function show(at: number) {
    const id = ids.at(at % ids.length)
    setCurrent(id)
    if (id !== undefined) jump(id)
  }

  return {
    isOpen,
    asked,
    open: () => {
      setIsOpen(true)
      setAsked(asked + 1)
    },
    close: () => {
      setIsOpen(false)
      setText('')
      setCurrent(undefined)
    },
    text,
    setText,
    words,
    state: stateOf(),
    position: index + 1,
    total: ids.length,
    isMore: query.data?.hasMore ?? false,
    current: isOpen ? current : undefined,
    older: () => show(index + 1),
    newer: () => show(index - 1),
  }

  function stateOf(): ConversationSearch['state'] {
    if (text.trim().length < limits.searchLetters) return 'short'
    if (text.trim() !== rested || query.isPending) return query.isError ? 'failed' : 'searching'
    if (query.isError) return 'failed'
    return ids.length === 0 ? 'none' : 'found'
  }
}

const none: never[] = []

/** New messages can be hits too. */
function useRefresh(ticketId: number, isOn: boolean) {
  const cache = useQueryClient()
  useLive('message', (event) => {
    if (isOn && event.message.ticketId === ticketId)
      void cache.invalidateQueries({ queryKey: ['conversation-search', ticketId] })
  })
}
