import { type Draft, type MessageView, limits, withWords, wordsOf } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../lib/session.ts'
import { randomId } from '../../../lib/uuid.ts'
import type { Attachment, StoredFile } from '../attachments/index.ts'
import { quotedOf } from '../content/index.ts'
import { outbox } from '../outbox.ts'
import type { SentFile, SentThing } from '../sends.ts'
import type { Mode } from './composer-modes.tsx'
import { useAttachments } from './use-attachments.ts'
import { useOtherText } from '../use-other-text.ts'
import { useSignature } from './use-signature.ts'
import { useTyping } from './use-typing.ts'

interface Options {
  ticketId: number
  draft: Draft
  onDraft: (draft: Draft) => void
  quoted: MessageView | undefined
  onQuoted: (message: MessageView | undefined) => void
  editing: MessageView | undefined
  onEdited: (body: string) => void
  /** Only private notes can be written, until the user has confirmed more. */
  isNoteOnly: boolean
  onReplyAsked: () => void
  /** Nothing that is written may go to the customer now. */
  isReplyShut: boolean
}

/** The state of the composer: text, mode, attachments, and sending them. */
export function useComposer(options: Options) {
  const { ticketId, draft, onDraft, quoted, onQuoted, editing, onEdited, isNoteOnly, onReplyAsked, isReplyShut } =
    options
  const { t } = useTranslation()
  const me = useMe()
  const [chosen, setChosen] = useState<Mode>('reply')
  const [edited, setEdited] = useState<{ id: number; text: string }>()
  // A draft brings its mode, also if it is loaded later.
  const wanted = draft.body === '' ? chosen : modeOf(draft)
  if (wanted !== chosen) setChosen(wanted)
  const mode = isNoteOnly ? 'private' : wanted
  const isPrivate = mode === 'private'
  const other = useOtherText(ticketId)
  const written = draft.body === '' && other.text?.isPrivate === isPrivate ? other.text.body : draft.body
  const setText = (body: string) => {
    if (other.text?.isPrivate === isPrivate) other.keep(undefined)
    onDraft({ body, isPrivate })
  }
  const { attachments, selected, select, attach, attachStored, detach, handOver, ...files } = useAttachments(
    written,
    setText,
  )
  const signature = useSignature()
  const typing = useTyping(ticketId)
  const editText = editing && (edited?.id === editing.id ? edited.text : wordsOf(editing))
  const text = editText ?? selected?.caption ?? written
  const isEmpty = text.trim() === '' && (editing !== undefined || attachments.length === 0)

  function setMode(next: Mode) {
    if (isNoteOnly && next === 'reply') onReplyAsked()
    else choose(next)
  }

  function choose(next: Mode) {
    const isNote = next === 'private'
    setChosen(next)
    // What was begun to the customer is kept while it cannot go, and a note is another text.
    const isOther = next !== mode && (isReplyShut || other.text !== undefined)
    if (isOther) other.keep(written === '' ? undefined : { body: written, isPrivate })
    const body = !isOther ? written : other.text?.isPrivate === isNote ? other.text.body : ''
    onDraft({ body, isPrivate: isNote })
  }

  /** What was begun as a private note stays one when the ticket becomes the user's own. */
  const keepMode = () => choose(mode)

  function write(next: string) {
    if (editing) return setEdited({ id: editing.id, text: next })
    if (next.trim() === '') typing.stop()
    else if (!isPrivate) typing.type()
    files.write(next)
  }

  function send() {
    typing.stop()
    if (editing) return onEdited(textToEdit(editing, editText ?? ''))
    if (attachments.length === 0) post({ body: signed(written) })
    for (const [index, { file, caption, ...attachment }] of attachments.entries()) {
      const body = caption.trim() === '' ? '' : signed(caption)
      post({ body, file: sentFile(attachment), ...(index > 0 && { quoted: null }) }, file)
    }
    handOver()
    setText('')
    onQuoted(undefined)
  }

  function sendVoice(file: File) {
    post({ file: { ...fileOf(file), url: URL.createObjectURL(file) } }, file)
    onQuoted(undefined)
  }

  function sendSticker(picture: File, url: string) {
    post({ file: { ...fileOf(picture), url, isSticker: true } }, picture)
    onQuoted(undefined)
  }

  function sendThing(thing: SentThing) {
    post({ thing })
    onQuoted(undefined)
  }

  interface Said {
    body?: string
    quoted?: null
    file?: SentFile
    thing?: SentThing
  }

  function post(said: Said, file?: File) {
    const common = { ticketId, userId: me.id, isPrivate, clientId: randomId(), createdAt: now() }
    outbox.add({ ...common, body: '', quoted: quote(), file: null, ...said }, file)
  }

  const quote = () => (quoted && !isPrivate ? quotedOf(quoted) : null)
  const signed = (body: string) => (isPrivate ? body.trim() : signature.signed(body))

  return {
    mode,
    setMode,
    choose,
    keepMode,
    isPrivate,
    signs: signature.signs,
    sign: signature.sign,
    text,
    write,
    attachments,
    selectedId: selected?.id,
    select,
    attach: (added: File[]) => {
      keepMode()
      attach(added)
    },
    attachStored: (file: StoredFile, caption: string) => {
      keepMode()
      attachStored(file, caption)
    },
    detach,
    send,
    sendVoice,
    sendSticker,
    sendThing,
    stopTyping: typing.stop,
    /** There is nothing to send yet, so that a voice message can be recorded. */
    isEmpty,
    obstacle: obstacleOf(),
  }

  function obstacleOf(): string | undefined {
    if (attachments.some(({ tooLarge }) => tooLarge !== undefined)) return t('messages.composer.fileTooLarge')
    if (isEmpty) return t('messages.composer.nothingToSend')
    if ((editing ? textToEdit(editing, text) : signed(text)).length > limits.messageText)
      return t('messages.composer.textTooLong')
    return undefined
  }
}

const sentFile = ({ name, type, size, url, quickMessageId }: Omit<Attachment, 'file' | 'caption'>): SentFile => ({
  name,
  type,
  size,
  url,
  quickMessageId,
})

const fileOf = ({ name, type, size }: File) => ({ name, type, size })

/** A blank text is not an edit, so it gets no signature. */
const textToEdit = (message: MessageView, text: string) => (text.trim() === '' ? '' : withWords(message, text.trim()))

const modeOf = ({ isPrivate }: Draft): Mode => (isPrivate ? 'private' : 'reply')

const now = () => new Date().toISOString()
