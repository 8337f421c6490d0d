import type { MessageView } from '@guiche/contract'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  lazy,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { isCharacter, useShortcuts } from '../../../lib/keyboard/shortcuts.ts'
import { isTouchDevice } from '../../../lib/browser/touch.ts'
import { AttachmentTray } from '../attachments/index.ts'
import { ComposerField } from './composer-field.tsx'
import { ComposerModes } from './composer-modes.tsx'
import styles from './composer.module.css'
import { EditBar } from './edit-bar.tsx'
import type { SentContact } from '../sends.ts'
import { ReplyTo } from './reply-to.tsx'
import { useComposer } from './use-composer.ts'
import { useRecordingSign } from './use-typing.ts'
import { useVoice } from '../voice/index.ts'

const RecordingBar = lazy(() => import('../voice/recording-bar.tsx').then((file) => ({ default: file.RecordingBar })))

const CameraDialog = lazy(() =>
  import('../attachments/camera-dialog.tsx').then((file) => ({ default: file.CameraDialog })),
)
const LocationDialog = lazy(() =>
  import('../attachments/location-dialog.tsx').then((file) => ({ default: file.LocationDialog })),
)

export interface ComposerHandle {
  focus: () => void
  attach: (files: File[]) => void
}

interface Props {
  ticketId: number
  contactName: string
  draft: string
  onDraft: (text: string) => void
  quoted: MessageView | undefined
  onQuoted: (message: MessageView | undefined) => void
  /** The message that is being changed. */
  editing: MessageView | undefined
  onEdited: (body: string) => void
  onCancelEdit: () => void
  onSent: () => void
  /** Opens the choice of the contacts to send. */
  onPickContacts: (onPicked: (contacts: SentContact[]) => void) => void
  /** A notice of the channel above the field. */
  notice?: ReactNode
  ref: Ref<ComposerHandle>
}

export function Composer(props: Props) {
  const { ticketId, contactName, quoted, onQuoted, editing, onCancelEdit, onSent, onPickContacts, notice, ref } = props
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState<'camera' | 'location'>()
  const composer = useComposer(props)
  const { mode, setMode, isPrivate, attachments } = composer
  const { voice, ...recorder } = useVoice(contactName, (file) => {
    composer.sendVoice(file)
    onSent()
  })
  useRecordingSign(ticketId, voice !== undefined && voice.end === undefined && !isPrivate)
  const button = useFocusAfter(voice !== undefined, field)

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    attach: (files) => {
      composer.attach(files)
      field.current?.focus()
    },
  }))
  useComposerKeys(() => {
    setMode(isPrivate ? 'reply' : 'private')
    field.current?.focus()
  })

  /** Returns the focus to the text after a button was used. Not on touch screens, where it would open the keyboard. */
  function toText() {
    if (!isTouchDevice()) field.current?.focus()
  }

  function sent(isSent: boolean) {
    if (isSent) onSent()
    toText()
  }

  /**
   * A character typed on a button goes into the text: the focus moves on keydown, so the field receives the character.
   */
  function typeIntoText(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event
    const isButton = target instanceof HTMLElement && currentTarget.contains(target) && target !== field.current
    if (isButton && isCharacter(event)) field.current?.focus()
  }

  function escape() {
    if (editing) onCancelEdit()
    else if (quoted) onQuoted(undefined)
    else field.current?.blur()
  }

  return (
    <footer className={styles.composer} data-private={isPrivate} data-writing onKeyDown={typeIntoText}>
      {notice}
      <ComposerModes
        mode={mode}
        onChange={setMode}
        onChosen={toText}
        contactName={contactName}
        signs={composer.signs}
        onSign={composer.sign}
      />
      {editing && !voice && (
        <EditBar
          onCancel={() => {
            onCancelEdit()
            toText()
          }}
        />
      )}
      {quoted && !editing && !isPrivate && (
        <ReplyTo
          message={quoted}
          onCancel={() => {
            onQuoted(undefined)
            toText()
          }}
        />
      )}
      {attachments.length > 0 && !editing && !voice && (
        <AttachmentTray
          attachments={attachments}
          selected={composer.selectedId}
          onSelect={(id) => {
            composer.select(id)
            toText()
          }}
          onRemove={(id) => {
            composer.detach(id)
            toText()
          }}
        />
      )}
      {voice ? (
        <Suspense>
          <RecordingBar
            voice={voice}
            isPrivate={isPrivate}
            onDiscard={recorder.discard}
            onSend={() => void recorder.send()}
          />
        </Suspense>
      ) : (
        <ComposerField
          mode={mode}
          field={field}
          button={button}
          text={composer.text}
          onText={composer.write}
          onSend={() => {
            composer.send()
            if (!editing) onSent()
          }}
          onFiles={(files) => {
            composer.attach(files)
            toText()
          }}
          onEmojiClosed={toText}
          onSticker={(picture) => sent(composer.sendSticker(picture))}
          onContacts={() => onPickContacts((contacts) => sent(composer.sendThing({ kind: 'cards', contacts })))}
          onCamera={() => setOpen('camera')}
          onLocation={() => setOpen('location')}
          onEscape={escape}
          onBlur={composer.stopTyping}
          obstacle={composer.obstacle}
          canAttach={!editing}
          onRecord={editing ? undefined : () => void recorder.start()}
          isAsking={recorder.isAsking}
          placeholder={attachments.length > 0 ? t('messages.composer.caption') : undefined}
        />
      )}
      <Suspense>
        {open === 'camera' && (
          <CameraDialog
            onTaken={(picture) => {
              setOpen(undefined)
              composer.attach([picture])
              toText()
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'location' && (
          <LocationDialog
            onSend={(location) => {
              setOpen(undefined)
              sent(composer.sendThing({ kind: 'location', location }))
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <span className="aloud" role="status">
        {recorder.said}
      </span>
    </footer>
  )
}

/**
 * After a recording the focus returns to the field; on touch screens to the button, so that the keyboard stays closed.
 */
function useFocusAfter(isRecording: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const button = useRef<HTMLButtonElement>(null)
  const wasRecording = useRef(false)
  useEffect(() => {
    if (wasRecording.current && !isRecording) (isTouchDevice() ? button : field).current?.focus()
    wasRecording.current = isRecording
  }, [isRecording, field])
  return button
}

function useComposerKeys(togglePrivate: () => void) {
  const { t } = useTranslation()
  const nothing = () => undefined
  useShortcuts([
    { keys: 'Enter', label: t('messages.keys.send'), group: 'write', run: nothing, isListedOnly: true },
    { keys: 'shift+Enter', label: t('messages.keys.newLine'), group: 'write', run: nothing, isListedOnly: true },
    { keys: 'alt+p', label: t('messages.keys.private'), group: 'write', run: togglePrivate },
  ])
}
