import { limits } from '@guiche/contract'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import type { FieldMenu } from './extensions/index.ts'
import { say } from './say.ts'
import { useGrowing } from './use-growing.ts'

interface Props {
  isPrivate: boolean
  text: string
  /** There is nothing to send. */
  isEmpty: boolean
  onText: (text: string) => void
  onSend: () => void
  onEscape: () => void
  onBlur: () => void
  /** Absent where files cannot be sent. */
  onFiles: ((files: File[]) => void) | undefined
  /** Replaces the usual placeholder, for example while a caption is written. */
  placeholder: string | undefined
  /** Why the message cannot be sent; undefined if it can. */
  obstacle: string | undefined
  menu: FieldMenu
  field: RefObject<HTMLTextAreaElement | null>
}

/** Grows to five rows. Enter sends, Shift and Enter breaks the line. */
export function ComposerField(props: Props) {
  const { isPrivate, text, isEmpty, onText, onSend, onFiles, onEscape, onBlur, placeholder, obstacle, menu, field } =
    props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  useGrowing(field, text)
  const hint = isPrivate ? t('messages.composer.privateHint') : t('messages.composer.hint')

  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || menu.keyDown(event)) return
    if (event.key === 'Escape') return onEscape()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (obstacle === undefined) onSend()
    else if (!isEmpty) say(obstacle)
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files]
    if (onFiles && files.length > 0) {
      event.preventDefault()
      return onFiles(files)
    }
    const { selectionStart, selectionEnd } = event.currentTarget
    const length = text.length - (selectionEnd - selectionStart) + event.clipboardData.getData('text').length
    if (length <= limits.messageText) return
    // Such a text could not be sent, and pasting megabytes blocks the browser.
    event.preventDefault()
    say(t('messages.composer.textTooLong'))
  }

  return (
    <textarea
      ref={field}
      rows={1}
      value={text}
      aria-label={t(isPrivate ? 'messages.composer.private' : 'messages.composer.message')}
      placeholder={placeholder ?? (isPhone && !isPrivate ? t('messages.composer.shortHint') : hint)}
      {...menu.attributes}
      onChange={({ currentTarget }) => {
        menu.moveTo(currentTarget.selectionStart, currentTarget.value)
        onText(currentTarget.value)
      }}
      onSelect={({ currentTarget }) => menu.moveTo(currentTarget.selectionStart, currentTarget.value)}
      onKeyDown={keyDown}
      onPaste={paste}
      onBlur={onBlur}
    />
  )
}
