import { limits } from '@guiche/contract'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ChatMessage } from '../messages/messages.ts'
import { Attachments } from './attachments.tsx'
import { useWindow } from './context.ts'
import { EmojiBoard } from './emoji.tsx'
import { Icon, IconButton } from './icon.tsx'
import { Quote } from './message.tsx'

interface Props {
  files: readonly File[]
  onFiles: (added: readonly File[]) => void
  onRemove: (file: File) => void
  quoted: ChatMessage | undefined
  /** The text was longer than a message may be, and its end was cut off. */
  onTooLong: (isTooLong: boolean) => void
  onSent: () => void
  onCancelReply: () => void
}

export function Composer({ files, onFiles, onRemove, onTooLong, quoted, onSent, onCancelReply }: Props) {
  const { chat, t } = useWindow()
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(chat.draft)
  const [isEmojiOpen, setEmojiOpen] = useState(false)
  useLayoutEffect(() => grow(field.current), [text])
  useEffect(() => chat.keepDraft(text), [chat, text])
  useEffect(() => (quoted || files.length ? field.current?.focus() : undefined), [quoted, files])

  function send() {
    field.current?.focus()
    if (!text.trim() && !files.length) return
    chat.send(text.trim(), files, quoted)
    setText('')
    onSent()
  }

  function press(event: TargetedKeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape' && quoted) {
      event.stopPropagation()
      return onCancelReply()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  }

  function closeEmoji() {
    setEmojiOpen(false)
    field.current?.focus()
  }

  function insert(sign: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    setText(text.slice(0, selectionStart) + sign + text.slice(selectionEnd))
    closeEmoji()
  }

  return (
    <footer>
      {isEmojiOpen && <EmojiBoard onPick={insert} onClose={closeEmoji} />}
      {quoted && (
        <div class="answering">
          <p class="quote">
            <Quote quoted={quoted} />
          </p>
          <IconButton icon="cross" label={t('cancelReply')} onClick={onCancelReply} />
        </div>
      )}
      {files.length > 0 && <Attachments files={files} onRemove={onRemove} />}
      <div class="write">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
        <IconButton icon="clip" label={t('attach')} onClick={() => picker.current?.click()} />
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxlength={limits.visitorText}
          aria-label={t('message')}
          placeholder={t('write')}
          enterkeyhint="send"
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            const isFull = currentTarget.value.length >= limits.visitorText
            if (isFull || text.length >= limits.visitorText) onTooLong(isFull)
            chat.type(currentTarget.value !== '')
          }}
          onKeyDown={press}
        />
        <button
          type="button"
          class="tool smile"
          aria-label={t('emoji')}
          title={t('emoji')}
          aria-expanded={isEmojiOpen}
          onClick={() => (isEmojiOpen ? closeEmoji() : setEmojiOpen(true))}
        >
          <Icon name="smile" />
        </button>
        <IconButton class="send" icon="send" label={t('send')} onClick={send} />
      </div>
    </footer>
  )
}

function grow(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
