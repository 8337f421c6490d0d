import type { MessageView } from '@guiche/contract'
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { AttachmentTray } from './attachment-tray.tsx'
import { ComposerField } from './composer-field.tsx'
import { ComposerModes } from './composer-modes.tsx'
import styles from './composer.module.css'
import { EditBar } from './edit-bar.tsx'
import { ReplyTo } from './reply-to.tsx'
import { useComposer } from './use-composer.ts'

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
  /** A notice of the channel above the field. */
  notice?: ReactNode
  ref: Ref<ComposerHandle>
}

export function Composer(props: Props) {
  const { contactName, quoted, onQuoted, editing, onCancelEdit, onSent, notice, ref } = props
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const composer = useComposer(props)
  const { mode, setMode, isPrivate, attachments } = composer

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

  function escape() {
    if (editing) onCancelEdit()
    else if (quoted) onQuoted(undefined)
    else field.current?.blur()
  }

  return (
    <footer className={styles.composer} data-private={isPrivate}>
      {notice}
      <ComposerModes
        mode={mode}
        onChange={setMode}
        contactName={contactName}
        signs={composer.signs}
        onSign={composer.sign}
      />
      {editing && <EditBar onCancel={onCancelEdit} />}
      {quoted && !editing && !isPrivate && <ReplyTo message={quoted} onCancel={() => onQuoted(undefined)} />}
      {attachments.length > 0 && !editing && (
        <AttachmentTray
          attachments={attachments}
          selected={composer.selectedId}
          onSelect={composer.select}
          onRemove={composer.detach}
        />
      )}
      <ComposerField
        mode={mode}
        field={field}
        text={composer.text}
        onText={composer.write}
        onSend={() => {
          composer.send()
          if (!editing) onSent()
        }}
        onFiles={composer.attach}
        onEscape={escape}
        onBlur={composer.stopTyping}
        obstacle={composer.obstacle}
        canAttach={!editing}
        placeholder={attachments.length > 0 ? t('messages.composer.caption') : undefined}
      />
    </footer>
  )
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
