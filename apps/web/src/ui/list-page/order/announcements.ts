import { Accessibility, type DragDropManager, type Draggable } from '@dnd-kit/dom'
import { isSortable } from '@dnd-kit/react/sortable'
import i18next from 'i18next'

type Options = NonNullable<ConstructorParameters<typeof Accessibility>[1]>

/** Tells screen readers where the carried row is. The handles have a hint of their own. */
const options: Options = {
  announcements: {
    dragstart: ({ operation: { source } }, manager) =>
      isSortable(source) ? placeText('ui.order.at', source, source.index, manager) : undefined,
    dragover: ({ operation: { source, target } }, manager) =>
      source && isSortable(target) ? placeText('ui.order.at', source, target.index, manager) : undefined,
    dragend: ({ operation: { source }, canceled }, manager) =>
      isSortable(source)
        ? placeText('ui.order.placed', source, canceled ? source.initialIndex : source.index, manager)
        : undefined,
  },
  screenReaderInstructions: { draggable: '' },
  // Of several quick steps, only the last is read.
  debounce: 150,
}

export const announcements = Accessibility.configure(options)

function placeText(
  text: 'ui.order.at' | 'ui.order.placed',
  { data }: Draggable,
  index: number,
  { registry }: DragDropManager,
): string {
  return i18next.t(text, { name: String(data['name']), place: index + 1, count: [...registry.draggables].length })
}
