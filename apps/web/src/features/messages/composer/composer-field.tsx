import { limits } from '@guiche/contract'
import { ActionIcon, Loader, Popover, Tooltip } from '@mantine/core'
import { IconMicrophone, IconMoodSmile, IconSend2 } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { AttachMenu, type Attaching } from '../attachments/index.ts'
import type { Mode } from './composer-modes.tsx'
import styles from './composer.module.css'

const EmojiPicker = lazy(() => import('./emoji-picker.tsx').then((file) => ({ default: file.EmojiPicker })))

interface Props extends Attaching {
  mode: Mode
  text: string
  onText: (text: string) => void
  onSend: () => void
  onEscape: () => void
  /** Called when the picker closes, with or without a pick. */
  onEmojiClosed: () => void
  onBlur: () => void
  /** Replaces the usual placeholder, for example while a caption is written. */
  placeholder: string | undefined
  /** Why the message cannot be sent; undefined if it can. */
  obstacle: string | undefined
  canAttach: boolean
  /** Absent where voice messages are not possible. */
  onRecord: (() => void) | undefined
  /** True while the browser asks for permission to use the microphone. */
  isAsking: boolean
  field: RefObject<HTMLTextAreaElement | null>
  button: RefObject<HTMLButtonElement | null>
}

/** Grows to five rows. Enter sends, Shift and Enter breaks the line. */
export function ComposerField(props: Props) {
  const { mode, text, onText, onSend, onFiles, onEscape, onBlur, placeholder, obstacle, canAttach, field } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const isPrivate = mode === 'private'
  const hint = isPrivate ? t('messages.composer.privateHint') : t('messages.composer.hint')

  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onEscape()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (obstacle === undefined) onSend()
    else if (text.trim() !== '') say(obstacle)
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files]
    if (canAttach && files.length > 0) {
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

  function insert(emoji: string) {
    const area = field.current
    const [start, end] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    onText(text.slice(0, start) + emoji + text.slice(end))
    requestAnimationFrame(() => area?.setSelectionRange(start + emoji.length, start + emoji.length))
  }

  return (
    <div className={styles.field}>
      {canAttach && <AttachMenu {...props} filesOnly={isPrivate} />}
      {!isPhone && <EmojiButton onPick={insert} onClosed={props.onEmojiClosed} />}
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={t(isPrivate ? 'messages.composer.private' : 'messages.composer.message')}
        placeholder={placeholder ?? (isPhone && !isPrivate ? t('messages.composer.shortHint') : hint)}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={keyDown}
        onPaste={paste}
        onBlur={onBlur}
      />
      <SendButton {...props} />
    </div>
  )
}

/** The shared id keeps repeated attempts from showing several toasts. */
const say = (obstacle: string) => toast.warn(obstacle, { id: 'composer' })

/** Sends, or records when there is nothing to send. One button for both, so that it keeps the focus. */
function SendButton({ mode, text, obstacle, onSend, onRecord, isAsking, button }: Props) {
  const { t } = useTranslation()
  const isPrivate = mode === 'private'
  const isReady = obstacle === undefined
  const records = onRecord !== undefined && !isReady && text.trim() === ''
  const action = t(isPrivate ? 'messages.composer.keepNote' : 'messages.composer.send')
  const label = records ? t('messages.voice.record') : action

  function press(clicks: number) {
    if (isReady) onSend()
    else if (text.trim() !== '') say(obstacle)
    // The second click of a double click that sent a message must not start a recording.
    else if (records && clicks < 2) onRecord()
  }

  return (
    <Tooltip label={records ? label : (obstacle ?? t('messages.composer.withEnter', { action }))}>
      <ActionIcon
        ref={button}
        size={36}
        radius="xl"
        variant={isReady ? 'filled' : 'subtle'}
        color={isReady && !isPrivate ? 'green' : 'gray'}
        className={styles.send ?? ''}
        data-ready={isReady}
        aria-label={label}
        aria-disabled={!isReady && !records}
        aria-busy={isAsking}
        onClick={({ detail }) => press(detail)}
      >
        {isAsking ? <Loader size={18} /> : <SendIcon records={records} />}
      </ActionIcon>
    </Tooltip>
  )
}

const SendIcon = ({ records }: { records: boolean }) =>
  records ? <IconMicrophone size={20} stroke={1.7} /> : <IconSend2 size={18} stroke={1.8} />

function EmojiButton({ onPick, onClosed }: { onPick: (emoji: string) => void; onClosed: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} onClose={onClosed} position="top-start" trapFocus>
      <Popover.Target>
        <Tooltip label={t('messages.composer.emoji')} disabled={isOpen}>
          <ActionIcon
            size={36}
            aria-label={t('messages.composer.emoji')}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconMoodSmile size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('messages.composer.emoji')}>
        <Suspense fallback={<Loader size="sm" m="xl" />}>
          <EmojiPicker
            onPick={(emoji) => {
              setIsOpen(false)
              onPick(emoji)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
