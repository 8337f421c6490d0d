import { SortableKeyboardPlugin } from '@dnd-kit/dom/sortable'
import { useDragDropManager } from '@dnd-kit/react'
import { useSortable } from '@dnd-kit/react/sortable'
import { useEffect } from 'react'
import type { RowFrameProps } from '../list-cards.tsx'
import { passed } from './passed.ts'
import { RowHandle } from './row-handle.tsx'

/** The library would also move the elements in the document itself, behind the back of React. */
const plugins = [SortableKeyboardPlugin]

const transition = { duration: 150, easing: 'ease' }

/** A row that can be moved by its handle. */
export function OrderedRow({ id, index, name, children }: RowFrameProps) {
  const { ref, handleRef } = useSortable({ id, index, data: { name }, collisionDetector: passed, plugins, transition })
  usePutDownWhenGone(id)
  return children({ ref, handle: <RowHandle ref={handleRef} name={name} /> })
}

/** A row that is deleted while it is carried is let go. */
function usePutDownWhenGone(id: string | number): void {
  const manager = useDragDropManager()
  useEffect(
    () => () => {
      if (manager?.dragOperation.source?.id === id) manager.actions.stop({ canceled: true })
    },
    [id, manager],
  )
}
