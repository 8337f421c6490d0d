import { type Draft, type MessageView, limits } from '@guiche/contract'
import { type ReactNode, type Ref, Suspense, lazy, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { type StoredFile, isStickerFit } from '../attachments/index.ts'
import type { SentContact } from '../sends.ts'
import { useVoice } from '../voice/index.ts'
import { AboveField } from './above-field.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { type ComposerDialog, ComposerDialogs } from './composer-dialogs.tsx'
import { ComposerModes, type Mode } from './composer-modes.tsx'
import styles from './composer.module.css'
import { type ComposerExtension, insertAt } from './extensions/index.ts'
import { say } from './say.ts'
import { useComposer } from './use-composer.ts'
import { useComposerFocus } from './use-composer-focus.ts'
import { useComposerKeys } from './use-composer-keys.ts'
import { useRecordingSign } from './use-typing.ts'

const RecordingBar = lazy(() => import('../voice/recording-bar.tsx').then((file) => ({ default: file.RecordingBar })))

export interface ComposerHandle {
  focus: () => void
  /** Changes to the mode in which one writes to the customer. */
  reply: () => void
  attach: (files: File[]) => void
  /** Writes into an empty field. */
  begin: (text: string) => void
  /** Inserts a text at the caret, and adds a file of the server, which takes the whole text as its caption. */
  insert: (text: string, file: StoredFile | undefined) => void
}

/** `onSent`: something has gone to the customer in another way. */
export type RenderShut = (onSent: () => void) => ReactNode

interface Props {
  /** It keeps its files and its recording meanwhile. */
  isHidden: boolean
  ticketId: number
  contactName: string
  draft: Draft
  onDraft: (draft: Draft) => void
  quoted: MessageView | undefined
  onQuoted: (message: MessageView | undefined) => void
  /** The message that is being changed. */
  editing: MessageView | undefined
  onEdited: (body: string) => void
  onCancelEdit: () => void
  onSent: () => void
  /** Opens the choice of the contacts to send. */
  onPickContacts: (onPicked: (contacts: SentContact[]) => void) => void
  /** What is offered over the field while one writes. If two menus match, the first is shown. */
  extensions: readonly ComposerExtension[]
  /** Only private notes can be written; `onReplyAsked`: the user wants to write to the customer. */
  isNoteOnly: boolean
  onReplyAsked: () => void
  /** Stands in the place of the field while nothing that is written may go to the customer. */
  renderShut: RenderShut | undefined
  /** A notice above the field. */
  notice?: ReactNode
  ref: Ref<ComposerHandle>
}

/** Puts the composer together: modes, what the text belongs to, the field or the recorder, dialogs. */
export function Composer(props: Props) {
  const { ticketId, contactName, quoted, onQuoted, editing, onCancelEdit, onSent, onPickContacts, renderShut, ref } =
    props
  const { t } = useTranslation()
  const format = useFormat()
  const field = useRef<HTMLTextAreaElement>(null)
  const shut = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<ComposerDialog>()
  const composer = useComposer({ ...props, isReplyShut: renderShut !== undefined })
  const { mode, isPrivate, attach } = composer
  // At once, because the mode brings the field that gets the focus then.
  const setMode = (next: Mode) => flushSync(() => composer.setMode(next))
  const { voice, ...recorder } = useVoice(contactName, (file) => {
    composer.sendVoice(file)
    onSent()
  })
  useRecordingSign(ticketId, voice !== undefined && voice.end === undefined && !voice.isPaused && !isPrivate)
  const { button, toText, typeIntoText } = useComposerFocus(field, voice !== undefined)

  // What is being recorded stays in view.
  const isShut = renderShut !== undefined && !isPrivate && voice === undefined
  const focus = () => (field.current ?? shut.current?.querySelector('input'))?.focus()

  useImperativeHandle(ref, () => ({
    focus,
    reply: () => {
      flushSync(() => composer.choose('reply'))
      focus()
    },
    attach: (files) => {
      if (isShut) return props.onReplyAsked()
      attach(files)
      focus()
    },
    begin,
    insert,
  }))
  useComposerKeys(() => {
    setMode(isPrivate ? 'reply' : 'private')
    field.current?.focus()
  })

  function begin(text: string) {
    if (isShut) return props.onReplyAsked()
    field.current?.focus()
    if (composer.text === '') composer.write(insertAt({ field: field.current, text: '', from: 0, to: 0 }, text))
  }

  function insert(piece: string, file: StoredFile | undefined) {
    if (isShut) return props.onReplyAsked()
    const area = field.current
    const [from, to] = [area?.selectionStart ?? 0, area?.selectionEnd ?? 0]
    const text = insertAt({ field: area, text: composer.text, from, to }, piece)
    if (file) composer.attachStored(file, text)
    else composer.write(text)
    area?.focus()
  }

  function attachFiles(files: File[]) {
    attach(files)
    toText()
  }

  function sent() {
    setDialog(undefined)
    onSent()
    toText()
  }

  function pickSticker(picture: File) {
    if (isStickerFit(picture)) setDialog({ kind: 'sticker', picture, url: URL.createObjectURL(picture) })
    else say(t('messages.attach.stickerUnfit', { size: format.fileSize(limits.image) }))
  }

  function escape() {
    if (editing) onCancelEdit()
    else if (quoted) onQuoted(undefined)
    else field.current?.blur()
  }

  return (
    <footer
      className={styles.composer}
      hidden={props.isHidden}
      data-private={isPrivate}
      data-writing
      onKeyDown={typeIntoText}
    >
      {props.notice}
      <ComposerModes
        mode={mode}
        onChange={setMode}
        onChosen={toText}
        contactName={contactName}
        signs={isShut ? undefined : composer.signs}
        onSign={composer.sign}
      />
      {!isShut && (
        <AboveField
          composer={composer}
          quoted={quoted}
          onQuoted={onQuoted}
          isEditing={editing !== undefined}
          onCancelEdit={onCancelEdit}
          isRecording={voice !== undefined}
          toText={toText}
        />
      )}
      {isShut ? (
        <div ref={shut}>{renderShut(onSent)}</div>
      ) : voice ? (
        <Suspense>
          <RecordingBar
            voice={voice}
            isPrivate={isPrivate}
            onPause={recorder.togglePause}
            onDiscard={recorder.discard}
            onSend={() => void recorder.send()}
          />
        </Suspense>
      ) : (
        <ComposerBar
          composer={composer}
          isEditing={editing !== undefined}
          extensions={props.extensions}
          onSend={() => {
            composer.send()
            if (!editing) onSent()
          }}
          onEscape={escape}
          toText={toText}
          onBegin={begin}
          onFiles={attachFiles}
          onSticker={pickSticker}
          onContacts={() =>
            onPickContacts((contacts) => {
              composer.sendThing({ kind: 'cards', contacts })
              sent()
            })
          }
          onCamera={() => setDialog({ kind: 'camera' })}
          onLocation={() => setDialog({ kind: 'location' })}
          onRecord={() => {
            composer.keepMode()
            void recorder.start()
          }}
          isAsking={recorder.isAsking}
          field={field}
          button={button}
        />
      )}
      <ComposerDialogs
        open={dialog}
        onTaken={(picture) => {
          setDialog(undefined)
          attachFiles([picture])
        }}
        onLocation={(location) => {
          composer.sendThing({ kind: 'location', location })
          sent()
        }}
        onSticker={(picture, url) => {
          composer.sendSticker(picture, url)
          sent()
        }}
        onClose={() => setDialog(undefined)}
      />
      <span className="aloud" role="status">
        {recorder.said}
      </span>
    </footer>
  )
}
