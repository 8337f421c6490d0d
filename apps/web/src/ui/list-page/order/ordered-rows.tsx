import { type DragDropManager, Feedback, PointerSensor, defaultPreset } from '@dnd-kit/dom'
import { RestrictToElement } from '@dnd-kit/dom/modifiers'
import { DragDropProvider, type DragEndEvent, type DragOverEvent, KeyboardSensor } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { type ComponentType, useState } from 'react'
import type { RowsProps } from '../list-cards.tsx'
import { announcements } from './announcements.ts'
import { type Carried, shownOrder } from './carried.ts'
import { OrderedRow } from './ordered-row.tsx'

export interface OrderedRowsProps<Row> extends RowsProps<Row> {
  /** The list that shows the rows. */
  Rows: ComponentType<RowsProps<Row>>
}

// The place of a row that is moved by keys is measured before the next key, so it is there at once. So is one that is put
// down: while it would glide to its place, keys would be lost. A function that does nothing also gives back the focus.
const feedback = Feedback.configure({ keyboardTransition: null, dropAnimation: () => undefined })
const plugins = [...defaultPreset.plugins, feedback, announcements]
const modifiers = [RestrictToElement.configure({ element: listOf })]
// The handle takes the row at once, also under a finger: the list is not scrolled by it.
const sensors = [PointerSensor.configure({ activationConstraints: [] }), KeyboardSensor]

/**
 * People move the rows by their handles, or by keys: the space bar takes a row, arrows move it, the space bar puts it
 * down, and Escape puts it back. `onOrder` is called with the rows in their new order.
 */
export function OrderedRows<Row>({
  Rows,
  onOrder,
  ...list
}: OrderedRowsProps<Row> & { onOrder: (rows: Row[]) => void }) {
  const { rows, rowKey } = list
  const [carried, setCarried] = useState<Carried<Row>>()
  const shown = shownOrder(rows, rowKey, carried)

  function move({ operation: { source, target } }: DragOverEvent) {
    if (source && isSortable(target) && target.id !== source.id) setCarried({ key: source.id, to: target.index })
  }

  function drop({ canceled }: DragEndEvent) {
    if (canceled || shown.every((row, index) => row === rows[index])) return setCarried(undefined)
    setCarried(carried && { ...carried, putDownAmong: rows })
    onOrder(shown)
  }

  return (
    <DragDropProvider plugins={plugins} modifiers={modifiers} sensors={sensors} onDragOver={move} onDragEnd={drop}>
      <Rows {...list} rows={shown} Frame={shown.length > 1 ? OrderedRow : undefined} />
    </DragDropProvider>
  )
}

/** The list that a pointer cannot leave. Keys go from row to row anyway, also while the list scrolls. */
function listOf({ source, activatorEvent }: DragDropManager['dragOperation']): Element | null {
  return activatorEvent instanceof KeyboardEvent ? null : (source?.element?.parentElement ?? null)
}
