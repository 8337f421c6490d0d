import { useState } from 'react'
import { useJoin, useLive } from '../../lib/live.ts'
import { useMe } from '../../lib/session.ts'

interface Person {
  id: number
  name: string
}

/** Joins the ticket's room: the server tells who else has it open and who of them is typing. */
export function useViewers(ticketId: number): { viewers: Person[]; writing: Person[] } {
  const me = useMe()
  const [seen, setSeen] = useState<{ ticketId: number; viewers: Person[]; typing: number[] }>()
  useJoin('joinChatBox', ticketId)
  useLive('viewers', (event) => {
    if (event.ticketId === ticketId) setSeen(event)
  })

  const others = seen?.ticketId === ticketId ? seen.viewers.filter(({ id }) => id !== me.id) : []
  return { viewers: others, writing: others.filter(({ id }) => seen?.typing.includes(id)) }
}
