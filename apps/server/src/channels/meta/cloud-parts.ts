import type { OutboundMessage } from '@guiche/channel'
import { type CloudContent, type CloudFileKind, type Upload, cloudFileKindOf, splitText } from '@guiche/meta'
import type { Storage } from '#platform/files/storage'
import { type TemplatePart, templatePartOf } from './cloud-template.ts'
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
export async function cloudPartsOf(
  outbound: OutboundMessage,
  files: Pick<Storage, 'open' | 'size'>,
): Promise<CloudPart[] | undefined> {
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
      const { companyId, media, shownAs, caption } = outbound
      const { storageKey, mime, name } = media
      const bytes = await files.size(companyId, storageKey)
      if (bytes === undefined) return undefined
      const given = { name, mime, bytes, open: () => files.open(companyId, storageKey) }
      const upload = (shownAs === 'audio' ? await playableRecording(given) : undefined) ?? given
      const kind = cloudFileKindOf({ shownAs, ...upload })
      if (kind === undefined) return undefined
      const isBelow = withCaption.includes(kind) && caption.length <= longestCaption
      // Only Opus in Ogg is played as a voice note.
      const file = { kind, isVoice: upload.mime.startsWith('audio/ogg'), caption: isBelow ? caption : '', upload }
      return [file, ...(isBelow ? [] : textsOf(caption))]
    }
  }
}

const textsOf = (text: string) => splitText('whatsapp', text).map((part) => ({ text: part }))
