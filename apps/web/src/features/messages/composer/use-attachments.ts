import { limits } from '@guiche/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts/toasts.tsx'
import {
  type Attachment,
  type StoredFile,
  attachmentOf,
  attachmentsOf,
  releaseAttachments,
} from '../attachments/index.ts'

/** The files of the message that is being written. Each has its caption; the first takes the text typed so far. */
export function useAttachments(draft: string, onDraft: (text: string) => void) {
  const { t } = useTranslation()
  const [attachments, setAttachments] = useState<Attachment[]>([])
  const [selectedId, select] = useState<string>()
  const selected = attachments.find(({ id }) => id === selectedId) ?? attachments[0]

  const release = useEffectEvent(() => releaseAttachments(attachments))
  useEffect(() => () => release(), [])

  function attach(files: File[]) {
    const added = attachmentsOf(files).slice(0, limits.filesPerSend - attachments.length)
    if (added.length < files.length) toast.warn(t('messages.composer.tooMany', { count: limits.filesPerSend }))
    const [first, ...others] = added
    if (!first) return
    const caption = attachments.length === 0 ? draft : ''
    setAttachments([...attachments, { ...first, caption }, ...others])
    select(first.id)
    if (caption) onDraft('')
  }

  /** Its caption stood in the field until now: in the draft, or as the caption of another file. */
  function attachStored(file: StoredFile, caption: string) {
    if (attachments.length >= limits.filesPerSend) {
      toast.warn(t('messages.composer.tooMany', { count: limits.filesPerSend }))
      return
    }
    const added = attachmentOf(file, caption)
    setAttachments([...captioned(''), added])
    select(added.id)
    if (!selected) onDraft('')
  }

  const captioned = (caption: string) => attachments.map((one) => (one.id === selected?.id ? { ...one, caption } : one))

  function detach(id: string) {
    const gone = attachments.filter((one) => one.id === id)
    const rest = attachments.filter((one) => one.id !== id)
    releaseAttachments(gone)
    setAttachments(rest)
    if (rest.length === 0 && gone[0]?.caption) onDraft(gone[0].caption)
  }

  return {
    attachments,
    selected,
    select,
    attach,
    attachStored,
    detach,
    writeCaption: (caption: string) => setAttachments(captioned(caption)),
    /** Forgets them without releasing their object URLs, which the outbox uses from then on, and releases. */
    handOver: () => setAttachments([]),
  }
}
