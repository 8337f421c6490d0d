import type { ComponentType, KeyboardEvent, ReactNode, Ref } from 'react'
import type { StoredFile } from '../../attachments/index.ts'

/** What offers texts over the field while one writes, such as quick replies after "/". */
export interface ComposerExtension {
  id: string
  /** What is asked for by the text before the caret; undefined while nothing is. */
  asks: (before: string) => Asked | undefined
  Menu: ComponentType<ExtensionMenuProps>
  /** A button that writes what asks for it into an empty field. */
  button?: { label: string; icon: ReactNode; text: string }
}

export interface Asked {
  query: string
  /** Where that which asks begins. A pick replaces the text from here to the caret. */
  from: number
}

export interface ExtensionMenuProps {
  query: string
  onPick: (text: string) => void
  /** Adds a file of the server, with the text in place of what asked as its caption. */
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
