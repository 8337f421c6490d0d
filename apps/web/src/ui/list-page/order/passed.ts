import { type CollisionDetector, CollisionPriority, CollisionType } from '@dnd-kit/abstract'
import { SortableDraggable, SortableDroppable } from '@dnd-kit/dom/sortable'

/**
 * A row gives way when the edge of the carried one has passed its middle. The detectors of the library, such as the
 * row under the pointer, would move rows of different heights back and forth.
 */
export const passed: CollisionDetector = ({ dragOperation: { source, shape, activatorEvent }, droppable }) => {
  if (!(source instanceof SortableDraggable && droppable instanceof SortableDroppable)) return null
  if (!shape || !droppable.shape) return null
  const { top, bottom } = shape.current.boundingRectangle
  const middle = droppable.shape.center.y
  const distance = droppable.index - source.index
  // Keys choose the row themselves, and the carried one may still be on its way there.
  if (activatorEvent instanceof KeyboardEvent && distance !== 0) return null
  if (distance > 0 && bottom <= middle) return null
  if (distance < 0 && top >= middle) return null
  return {
    id: droppable.id,
    type: CollisionType.Collision,
    priority: CollisionPriority.Normal,
    value: Math.abs(distance),
  }
}
