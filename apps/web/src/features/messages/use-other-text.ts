import { Draft } from '@guiche/contract'
import { useState } from 'react'
import { z } from 'zod'
import { onLogout, sessionStore } from '../../lib/session-store.ts'

const Kept = z.array(z.tuple([z.number(), Draft]))
const isKept = (value: unknown): value is z.output<typeof Kept> => Kept.safeParse(value).success
const store = sessionStore('other-texts', isKept, [])
const texts = new Map<number, Draft>(store.read())

onLogout(() => texts.clear())

/** The text of the mode that is not chosen, by ticket: the draft has only that of the chosen one. */
export function useOtherText(ticketId: number) {
  const [text, setText] = useState(() => texts.get(ticketId))
  return {
    text,
    keep(next: Draft | undefined) {
      if (next) texts.set(ticketId, next)
      else texts.delete(ticketId)
      store.write([...texts])
      setText(next)
    },
  }
}
