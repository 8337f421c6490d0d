import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isTouchDevice } from '../../../lib/browser/touch.ts'
import { isCharacter } from '../../../lib/keyboard/shortcuts.ts'

/** The focus stays in the text, or returns to it, except on touch screens, where it would open the keyboard. */
export function useComposerFocus(field: RefObject<HTMLTextAreaElement | null>, isRecording: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasRecording = useRef(false)

  // On touch screens the focus returns to the button, so that the keyboard stays closed.
  useEffect(() => {
    if (wasRecording.current && !isRecording) (isTouchDevice() ? button : field).current?.focus()
    wasRecording.current = isRecording
  }, [isRecording, field])

  return {
    button,
    /** Returns the focus to the text after a button was used. */
    toText: () => {
      if (!isTouchDevice()) field.current?.focus()
    },
    /** A character typed on a button goes into the text: the focus moves on keydown, so the field receives it. */
    typeIntoText: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget } = event
      const isButton = target instanceof HTMLElement && currentTarget.contains(target) && target !== field.current
      if (isButton && isCharacter(event)) field.current?.focus()
    },
  }
}
