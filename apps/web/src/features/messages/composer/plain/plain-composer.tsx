import { limits } from '@guiche/contract'
import { type ReactNode, type Ref, Suspense, lazy, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Attachment, AttachFiles, AttachmentTray } from '../../attachments/index.ts'
import { useVoice } from '../../voice/index.ts'
import { ComposerField } from '../composer-field.tsx'
import styles from '../composer.module.css'
import { EditBar } from '../edit-bar.tsx'
import { EmojiButton } from '../emoji/emoji-button.tsx'
import { type ComposerExtension, insertAt, useFieldMenu } from '../extensions/index.ts'
import { SendButton } from '../send-button.tsx'
import { useAttachments } from '../use-attachments.ts'
import { useComposerFocus } from '../use-composer-focus.ts'

const RecordingBar = lazy(() =>
  import('../../voice/recording-bar.tsx').then((file) => ({ default: file.RecordingBar })),
)

export interface PlainComposerHandle {
  focus: () => void
  attach: (files: File[]) => void
}

/** A file to be sent, with its caption and the object URL of its preview. */
export type WrittenFile = Pick<Attachment, 'name' | 'type' | 'size' | 'url' | 'caption'> & { file: File }

interface Props {
  /** Whom one writes to. */
  recipient: string
  placeholder: string
  draft: string
  onDraft: (text: string) => void
  /** The message that is being changed, as it was. */
  editing: { id: number; text: string } | undefined
  onEdited: (text: string) => void
  onCancelEdit: () => void
  onSend: (text: string, files: WrittenFile[]) => void
  onVoice: (file: File) => void
  /** Escape was pressed, and there is nothing to cancel in the field. */
  onEscape: () => void
  /** What the text belongs to, above the field. */
  above?: ReactNode
  /** Further buttons before the field. */
  tools?: ReactNode
  /** What is offered over the field while one writes. */
  extensions: readonly ComposerExtension[]
  ref: Ref<PlainComposerHandle>
}

/** Text, emoji, files and recordings, for colleagues. A recording is sent as mp3. */
export function PlainComposer(props: Props) {
  const { recipient, draft, onDraft, editing, onCancelEdit, above, ref } = props
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useAttachments(draft, onDraft)
  const { attachments, selected } = files
  const [edited, setEdited] = useState<{ id: number; text: string }>()
  const { voice, ...recorder } = useVoice(recipient, props.onVoice, { asMp3: true })
  const { button, toText, typeIntoText } = useComposerFocus(field, voice !== undefined)
  const editText = editing && (edited?.id === editing.id ? edited.text : editing.text)
  const text = editText ?? selected?.caption ?? draft
  const isEmpty = text.trim() === '' && (editing !== undefined || attachments.length === 0)
  const obstacle = obstacleOf()
  const menu = useFieldMenu({
    extensions: editing ? none : props.extensions,
    text,
    onText: write,
    onStored: files.attachStored,
    field,
  })

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    attach: (added) => {
      files.attach(added)
      field.current?.focus()
    },
  }))

  function write(next: string) {
    if (editing) setEdited({ id: editing.id, text: next })
    else files.write(next)
  }

  function insert(piece: string) {
    const area = field.current
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    write(insertAt({ field: area, text, from, to }, piece))
  }

  function send() {
    if (editing) return props.onEdited(text.trim())
    props.onSend(
      draft.trim(),
      attachments.flatMap(({ file, ...attachment }) => (file ? [{ ...attachment, file }] : [])),
    )
    files.handOver()
    onDraft('')
  }

  function obstacleOf(): string | undefined {
    if (attachments.some(({ tooLarge }) => tooLarge !== undefined)) return t('messages.composer.fileTooLarge')
    if (isEmpty) return t('messages.composer.nothingToSend')
    return text.trim().length > limits.messageText ? t('messages.composer.textTooLong') : undefined
  }

  function attach(added: File[]) {
    files.attach(added)
    toText()
  }

  return (
    <footer className={styles.composer} data-writing data-plain onKeyDown={typeIntoText}>
      {editing ? (
        <EditBar
          onCancel={() => {
            onCancelEdit()
            toText()
          }}
        />
      ) : (
        above
      )}
      {!editing && attachments.length > 0 && voice === undefined && (
        <AttachmentTray
          attachments={attachments}
          selected={selected?.id}
          onSelect={(id) => {
            files.select(id)
            toText()
          }}
          onRemove={(id) => {
            files.detach(id)
            toText()
          }}
        />
      )}
      {voice ? (
        <Suspense>
          <RecordingBar
            voice={voice}
            isPrivate={false}
            onPause={recorder.togglePause}
            onDiscard={recorder.discard}
            onSend={() => void recorder.send()}
          />
        </Suspense>
      ) : (
        <div className={styles.bar}>
          {menu.menu}
          {!editing && <AttachFiles onFiles={attach} />}
          {!editing && props.tools}
          <EmojiButton onPick={insert} onClosed={toText} />
          <ComposerField
            isPrivate={false}
            text={text}
            isEmpty={isEmpty}
            onText={write}
            onSend={send}
            onEscape={editing ? onCancelEdit : props.onEscape}
            onBlur={() => undefined}
            onFiles={editing ? undefined : attach}
            placeholder={attachments.length > 0 ? t('messages.composer.caption') : props.placeholder}
            obstacle={obstacle}
            menu={menu}
            field={field}
          />
          <SendButton
            isPrivate={false}
            isEmpty={isEmpty}
            obstacle={obstacle}
            onSend={send}
            onRecord={editing ? undefined : () => void recorder.start()}
            isAsking={recorder.isAsking}
            button={button}
          />
        </div>
      )}
      <span className="aloud" role="status">
        {recorder.said}
      </span>
    </footer>
  )
}

const none: ComposerExtension[] = []
