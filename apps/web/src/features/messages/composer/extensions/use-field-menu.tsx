import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import type { StoredFile } from '../../attachments/index.ts'
import type { Asked, ComposerExtension, ExtensionMenuHandle } from './extension.ts'
import { insertAt } from './insert-at.ts'

interface Options {
  extensions: readonly ComposerExtension[]
  text: string
  onText: (text: string) => void
  onStored: (file: StoredFile, caption: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

export interface FieldMenu {
  /** Returns whether the open menu has used the key. */
  keyDown: (event: KeyboardEvent) => boolean
  /** The caret moved in this text. */
  moveTo: (caret: number, text: string) => void
  attributes: Record<string, string | boolean | undefined>
  menu: ReactNode
}

interface Closed {
  id: string
  from: number
}

/** The menu of the extension that the text before the caret asks for. */
export function useFieldMenu({ extensions, text, onText, onStored, field }: Options): FieldMenu {
  const handle = useRef<ExtensionMenuHandle>(null)
  const [moved, setMoved] = useState({ caret: 0, text })
  // Without a move the text was written by a program, and the caret is behind it.
  const caret = moved.text === text ? moved.caret : text.length
  const moveTo = (to: number, inText: string) => setMoved({ caret: to, text: inText })
  const [closed, setClosed] = useState<Closed>()
  const [active, setActive] = useState<{ listId: string | undefined; optionId: string | undefined }>()
  const found = askedBy(extensions, text.slice(0, caret))
  const isClosed = found !== undefined && closed?.id === found.extension.id && closed.from === found.asked.from
  // It opens again at another position, or when the sign is typed again.
  if (closed && !isClosed) setClosed(undefined)
  if (!found || isClosed) return { keyDown: () => false, moveTo, attributes: {}, menu: null }

  const { extension, asked } = found
  const { Menu } = extension
  const replace = (piece: string) => {
    const next = insertAt({ field: field.current, text, from: asked.from, to: caret }, piece)
    moveTo(asked.from + piece.length, next)
    onText(next)
  }
  return {
    keyDown: (event) => handle.current?.keyDown(event) ?? false,
    moveTo,
    attributes: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': active?.listId,
      'aria-activedescendant': active?.optionId,
    },
    menu: (
      <Suspense>
        <Menu
          key={extension.id}
          ref={handle}
          query={asked.query}
          onPick={replace}
          onStored={(file, piece) => onStored(file, text.slice(0, asked.from) + piece + text.slice(caret))}
          onClose={() => setClosed({ id: extension.id, from: asked.from })}
          onActive={(listId, optionId) => setActive({ listId, optionId })}
        />
      </Suspense>
    ),
  }
}

function askedBy(
  extensions: readonly ComposerExtension[],
  before: string,
): { extension: ComposerExtension; asked: Asked } | undefined {
  for (const extension of extensions) {
    const asked = extension.asks(before)
    if (asked) return { extension, asked }
  }
  return undefined
}
