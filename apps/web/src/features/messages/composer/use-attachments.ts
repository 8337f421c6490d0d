import { limits } from '@guiche/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readable } from '../../../lib/text/plain-text.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import {
  type Attachment,
  type StoredFile,
  attachmentOf,
  chosenOf,
  releaseAttachments,
  storedAttachmentOf,
} from '../attachments/index.ts'

/**
 * The files of the message that is being written, each with its caption. The first caption is the draft, so it is kept
 * when the files are lost: on leaving the ticket and on a reload.
 */
export function useAttachments(draft: string, onDraft: (text: string) => void) {
  const { t } = useTranslation()
  const [kept, setKept] = useState<Attachment[]>([])
  const [selectedId, select] = useState<string>()
  const attachments = kept.map((one, index) => (index === 0 ? { ...one, caption: draft } : one))
  const selected = attachments.find(({ id }) => id === selectedId) ?? attachments[0]
  const isDraftSelected = selected === undefined || selected.id === kept[0]?.id

  const leave = useEffectEvent(() => {
    releaseAttachments(kept)
    const others = kept.slice(1)
    if (others.some(({ caption }) => caption !== '')) onDraft(joined([draft, ...others.map(({ caption }) => caption)]))
  })
  useEffect(() => () => leave(), [])

  const sayTooMany = () =>
    toast.warn(t('messages.composer.tooMany', { count: limits.filesPerSend }), { id: 'too-many-files' })

  function attach(files: File[]) {
    const { taken, empty, isTooMany } = chosenOf(files, limits.filesPerSend - kept.length)
    const [emptyOne] = empty
    if (emptyOne) {
      const name = readable(emptyOne.name)
      toast.warn(t('messages.composer.emptyFile', { count: empty.length, name }), { id: 'empty-file' })
    }
    if (isTooMany) sayTooMany()
    const added = taken.map(attachmentOf)
    if (!added[0]) return
    setKept([...kept, ...added])
    select(added[0].id)
  }

  /** Its caption stood in the field until now: in the draft, or as the caption of another file. */
  function attachStored(file: StoredFile, caption: string) {
    if (kept.length >= limits.filesPerSend) return void sayTooMany()
    const added = storedAttachmentOf(file, caption)
    setKept([...captioned(''), added])
    select(added.id)
    if (kept.length === 0) onDraft(caption)
    else if (isDraftSelected) onDraft('')
  }

  const captioned = (caption: string) => kept.map((one) => (one.id === selected?.id ? { ...one, caption } : one))

  function detach(id: string) {
    const [first, next] = kept
    releaseAttachments(kept.filter((one) => one.id === id))
    // The words of the first stay with the message.
    if (first?.id === id && next) onDraft(joined([draft, next.caption]))
    setKept(kept.filter((one) => one.id !== id))
  }

  return {
    attachments,
    selected,
    select,
    attach,
    attachStored,
    detach,
    write: (text: string) => {
      if (isDraftSelected) onDraft(text)
      else setKept(captioned(text))
    },
    /** Forgets them without releasing their object URLs, which the outbox uses from then on, and releases. */
    handOver: () => setKept([]),
  }
}

const joined = (texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n')
