import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useState } from 'react'

/** What a menu over the composer gets from the field, which keeps the focus. */
export interface FieldMenuProps {
  ticketId: number
  /** What was typed after the sign that opens the menu. */
  query: string
  onClose: () => void
  /** The ids of the list and of its active option, for the field. */
  onActive: (listId: string | undefined, optionId: string | undefined) => void
  ref: Ref<{ keyDown: (event: KeyboardEvent) => boolean }>
}

interface Options<Item> extends Omit<FieldMenuProps, 'ticketId'> {
  items: readonly Item[]
  /** Something is shown although there is no item. */
  hasNotice: boolean
  onChoose: (item: Item) => void
}

/** The active option of a menu, and the keys that move and choose it. */
export function useOptions<Item extends { id: number | string }>(options: Options<Item>) {
  const { items, hasNotice, query, onChoose, onClose, onActive, ref } = options
  const [chosen, setChosen] = useState({ query, index: 0 })
  // Another text begins at the first option again.
  const index = chosen.query === query ? Math.min(chosen.index, items.length - 1) : 0
  const active = items[index]
  const listId = useId()
  const idOf = (item: Item) => `${listId}-${item.id}`
  const optionId = active && idOf(active)

  const tellActive = useEffectEvent(onActive)
  useEffect(() => tellActive(optionId && listId, optionId), [listId, optionId])
  useEffect(() => () => tellActive(undefined, undefined), [])

  useImperativeHandle(ref, () => ({
    keyDown: (event) => {
      if (event.key === 'Escape' && (active || hasNotice)) {
        onClose()
        return taken(event)
      }
      if (!active) return false
      const step = steps[event.key]
      if (step !== undefined) setChosen({ query, index: (index + step + items.length) % items.length })
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') onChoose(active)
      else return false
      return taken(event)
    },
  }))

  return { listId, active, idOf, activate: (item: Item) => setChosen({ query, index: items.indexOf(item) }) }
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function taken(event: KeyboardEvent): true {
  event.preventDefault()
  event.stopPropagation()
  return true
}
