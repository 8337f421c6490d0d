import { type MessageView, limits } from '@guiche/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storage } from '../../../lib/browser/storage.ts'
import { useFormat } from '../../../lib/format.ts'
import { useCompanySettings, useMe } from '../../../lib/session.ts'
import { randomId } from '../../../lib/uuid.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { type Attachment, attachmentsOf, releaseAttachments } from '../attachments/index.ts'
import type { Mode } from './composer-modes.tsx'
import { signedAgain, unsigned } from '../message-kind.ts'
import { outbox } from '../outbox.ts'
import type { SentThing } from '../sends.ts'
import { quotedOf } from '../content/index.ts'
import { useTyping } from './use-typing.ts'

interface Options {
  ticketId: number
  draft: string
  onDraft: (text: string) => void
  quoted: MessageView | undefined
  onQuoted: (message: MessageView | undefined) => void
  editing: MessageView | undefined
  onEdited: (body: string) => void
}

/** The state of the composer: text, mode, attachments, and sending them. */
export function useComposer({ ticketId, draft, onDraft, quoted, onQuoted, editing, onEdited }: Options) {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  const maySign = useCompanySettings().sendSignMessage === 'enabled'
  const [mode, setMode] = useState<Mode>('reply')
  const [signs, setSigns] = useState(() => storage.signs.get() ?? true)
  const [attachments, setAttachments] = useState<Attachment[]>([])
  const [selectedId, setSelectedId] = useState<string>()
  const [edited, setEdited] = useState<{ id: number; text: string }>()
  const typing = useTyping(ticketId)
  const isPrivate = mode === 'private'
  const selected = attachments.find(({ id }) => id === selectedId) ?? attachments[0]
  const editText = editing && (edited?.id === editing.id ? edited.text : unsigned(editing))
  const text = editText ?? selected?.caption ?? draft

  const release = useEffectEvent(() => releaseAttachments(attachments))
  useEffect(() => () => release(), [])

  function write(next: string) {
    if (editing) return setEdited({ id: editing.id, text: next })
    if (next.trim() === '') typing.stop()
    else if (!isPrivate) typing.type()
    if (!selected) return onDraft(next)
    setAttachments(attachments.map((one) => (one.id === selected.id ? { ...one, caption: next } : one)))
  }

  /** The text typed so far becomes the caption of the first file. */
  function attach(files: File[]) {
    const added = attachmentsOf(files).slice(0, limits.filesPerSend - attachments.length)
    if (added.length < files.length) toast.warn(t('messages.composer.tooMany', { count: limits.filesPerSend }))
    const [first, ...others] = added
    if (!first) return
    const caption = attachments.length === 0 ? draft : ''
    setAttachments([...attachments, { ...first, caption }, ...others])
    setSelectedId(first.id)
    if (caption) onDraft('')
  }

  function detach(id: string) {
    const gone = attachments.filter((one) => one.id === id)
    const rest = attachments.filter((one) => one.id !== id)
    releaseAttachments(gone)
    setAttachments(rest)
    if (rest.length === 0 && gone[0]?.caption) onDraft(gone[0].caption)
  }

  function send() {
    typing.stop()
    if (editing) return onEdited(textToEdit(editing, editText ?? ''))
    const common = { ticketId, userId: me.id, isPrivate }
    if (attachments.length === 0) {
      outbox.add({
        ...common,
        clientId: randomId(),
        body: signed(draft),
        quoted: quote(),
        file: null,
        createdAt: now(),
      })
    }
    for (const [index, { file, url, caption }] of attachments.entries()) {
      const kept = { name: file.name, type: file.type, size: file.size, url }
      const body = caption.trim() === '' ? '' : signed(caption)
      outbox.add(
        { ...common, clientId: randomId(), body, quoted: index === 0 ? quote() : null, file: kept, createdAt: now() },
        file,
      )
    }
    // The outbox uses their object URLs from here on, and releases them.
    setAttachments([])
    onDraft('')
    onQuoted(undefined)
  }

  function sendVoice(file: File) {
    const kept = { name: file.name, type: file.type, size: file.size, url: URL.createObjectURL(file) }
    const words = { body: '', quoted: quote(), isPrivate }
    outbox.add({ ...words, ticketId, userId: me.id, clientId: randomId(), file: kept, createdAt: now() }, file)
    onQuoted(undefined)
  }

  /** Returns whether it was accepted. */
  function sendSticker(picture: File): boolean {
    const isFit = picture.type.startsWith('image/') && picture.size <= limits.image
    if (!isFit) toast.warn(t('messages.attach.stickerUnfit', { size: format.fileSize(limits.image) }))
    else {
      const { name, type, size } = picture
      const kept = { name, type, size, url: URL.createObjectURL(picture), isSticker: true }
      outbox.add({ ...own(), body: '', quoted: quote(), file: kept }, picture)
      onQuoted(undefined)
    }
    return isFit
  }

  function sendThing(thing: SentThing): boolean {
    outbox.add({ ...own(), body: '', quoted: quote(), file: null, thing })
    onQuoted(undefined)
    return true
  }

  const own = () => ({ ticketId, userId: me.id, isPrivate, clientId: randomId(), createdAt: now() })
  const quote = () => (quoted && !isPrivate ? quotedOf(quoted) : null)
  const signed = (body: string) => (maySign && signs && !isPrivate ? `*${me.name}:*\n${body.trim()}` : body.trim())

  return {
    mode,
    setMode,
    isPrivate,
    signs: maySign ? signs : undefined,
    sign: (next: boolean) => {
      setSigns(next)
      storage.signs.set(next)
    },
    text,
    write,
    attachments,
    selectedId: selected?.id,
    select: setSelectedId,
    attach,
    detach,
    send,
    sendVoice,
    sendSticker,
    sendThing,
    stopTyping: typing.stop,
    obstacle: obstacleOf(),
  }

  function obstacleOf(): string | undefined {
    if (attachments.some(({ tooLarge }) => tooLarge !== undefined)) return t('messages.composer.fileTooLarge')
    if (attachments.length === 0 && text.trim() === '') return t('messages.composer.nothingToSend')
    if ((editing ? textToEdit(editing, text) : signed(text)).length > limits.messageText)
      return t('messages.composer.textTooLong')
    return undefined
  }
}

/** A blank text is not an edit, so it gets no signature. */
const textToEdit = (message: MessageView, text: string) => (text.trim() === '' ? '' : signedAgain(message, text.trim()))

const now = () => new Date().toISOString()
