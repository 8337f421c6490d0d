import type { ComponentType, KeyboardEvent, ReactNode, Ref } from 'react'
import type { StoredFile } from '../../attachments/index.ts'

/** What offers texts over the field while one writes, such as quick replies after "/". */
export interface ComposerExtension {
  id: string
  /** The query in the text before the caret; undefined if the text does not open this menu. */
  asks: (before: string) => Asked | undefined
  Menu: ComponentType<ExtensionMenuProps>
  /** A button that opens the menu: it writes `text` into the empty field. */
  button?: { label: string; icon: ReactNode; text: string }
}

export interface Asked {
  query: string
  /** Where the query begins, with its sign. A pick replaces the text from here to the caret. */
  from: number
}

export interface ExtensionMenuProps {
  query: string
  onPick: (text: string) => void
  /** Adds a file that the server has. The text takes the place of the query and becomes the caption. */
  onStored: (file: StoredFile, text: string) => void
  onClose: () => void
  /** The ids of the list and of its active option, which screen readers get from the field. */
  onActive: (listId: string | undefined, optionId: string | undefined) => void
  ref: Ref<ExtensionMenuHandle>
}

export interface ExtensionMenuHandle {
  /** The focus stays in the field, so the menu gets the field's keys first. Returns whether it has used this one. */
  keyDown: (event: KeyboardEvent) => boolean
}
