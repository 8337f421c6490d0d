import type { OutboundFile, OutboundMessage } from '@guiche/channel'
import { type CloudContent, type CloudFileKind, type Upload, cloudFileKindOf, splitText } from '@guiche/meta'
import { type TemplatePart, templatePartOf } from './cloud-template.ts'
import { type FileForm, type FormStorage, otherForm } from './other-form.ts'
import { playableRecording } from './voice-note.ts'

/** A part of a message, whose file may still have to be uploaded. */
export type CloudPart =
  | Exclude<CloudContent, { file: unknown } | { template: unknown }>
  | { kind: CloudFileKind; isVoice: boolean; caption: string; upload: Upload }
  | TemplatePart

/** In characters. A longer caption follows as a text. */
const longestCaption = 1024

const withCaption: readonly CloudFileKind[] = ['image', 'video', 'document']

/** The parts in which a message is sent, always the same for the same message. Undefined: the network does not take the file. */
export async function cloudPartsOf(outbound: OutboundMessage, files: FormStorage): Promise<CloudPart[] | undefined> {
  switch (outbound.kind) {
    case 'text': {
      const texts = textsOf(outbound.body)
      // Offered answers stand below the last part.
      const last = texts.length - 1
      return texts.map((text, nth) => (nth === last ? { ...text, choices: outbound.choices } : text))
    }
    case 'contacts':
      return [{ vCards: outbound.vCards }]
    case 'template': {
      const part = await templatePartOf(outbound, files)
      return part && [part]
    }
    case 'location':
      return [{ location: outbound.location }]
    case 'media': {
      const { caption } = outbound
      const stored = await storedForm(outbound, files)
      if (!stored) return undefined
      const { kind, upload } = outbound.isRefused ? await otherForm(outbound, stored, files) : stored
      // Of both forms the same, because the rest of the message may have arrived.
      const isBelow = withCaption.includes(stored.kind) && caption.length <= longestCaption
      // Only Opus in Ogg is played as a voice note.
      const isVoice = kind === 'audio' && upload.mime.startsWith('audio/ogg')
      const file = { kind, isVoice, caption: isBelow ? caption : '', upload }
      return [file, ...(isBelow ? [] : textsOf(caption))]
    }
  }
}

async function storedForm(
  { companyId, media, shownAs }: OutboundFile,
  files: FormStorage,
): Promise<FileForm | undefined> {
  const { storageKey, mime, name } = media
  const bytes = await files.size(companyId, storageKey)
  if (bytes === undefined) return undefined
  const given = { name, mime, bytes, open: () => files.open(companyId, storageKey) }
  const upload = (shownAs === 'audio' ? await playableRecording(given) : undefined) ?? given
  const kind = cloudFileKindOf({ shownAs, ...upload })
  return kind && { kind, upload }
}

const textsOf = (text: string) => splitText('whatsapp', text).map((part) => ({ text: part }))
