import type { MessageView } from '@guiche/contract'
import { AttachmentTray } from '../attachments/index.ts'
import { EditBar } from './edit-bar.tsx'
import { ReplyTo } from './reply-to.tsx'
import type { useComposer } from './use-composer.ts'

interface Props {
  composer: ReturnType<typeof useComposer>
  quoted: MessageView | undefined
  onQuoted: (message: undefined) => void
  isEditing: boolean
  onCancelEdit: () => void
  isRecording: boolean
  /** Returns the focus to the text. */
  toText: () => void
}

/** What the text belongs to: the message that it changes or answers, and the files that it describes. */
export function AboveField({ composer, quoted, onQuoted, isEditing, onCancelEdit, isRecording, toText }: Props) {
  const { attachments, isPrivate } = composer
  if (isEditing) {
    return isRecording ? null : (
      <EditBar
        onCancel={() => {
          onCancelEdit()
          toText()
        }}
      />
    )
  }
  return (
    <>
      {quoted && !isPrivate && (
        <ReplyTo
          message={quoted}
          onCancel={() => {
            onQuoted(undefined)
            toText()
          }}
        />
      )}
      {attachments.length > 0 && !isRecording && (
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
    </>
  )
}
