import type { InboundMedia } from '@guiche/channel'
import { locationBody } from '@guiche/contract'
import type { Attachment, PageMessage } from './items.ts'

/** Words for what customers do with a story, in the language of the company. */
export interface StoryWords {
  mention: string
  reply: string
}

/** Of what is text alone. */
export const textType = 'conversation'

/** A file whose type the network does not say. */
const unknown = 'application/octet-stream'

interface Content {
  body: string
  mediaType: string
  media?: InboundMedia
}

/** One of each attachment. The text stands with the first. */
export function contentsOf(message: PageMessage, words: StoryWords): Content[] {
  const { story } = message.reply_to ?? {}
  const shown =
    story?.url !== undefined && isAtMeta(story.url) ? [fileOf({ mediaType: 'image', mime: unknown }, story.url)] : []
  const said = [...(story ? [words.reply, shown.length > 0 ? undefined : story.url] : []), message.text]
  const body = said.filter(Boolean).join('\n')
  const attached = [...shown, ...(message.attachments ?? []).map((attachment) => ofAttachment(attachment, words))]
  const [first, ...others] = attached
  if (first) return [{ ...first, body: [body, first.body].filter(Boolean).join('\n') }, ...others]
  return [{ body, mediaType: message.is_unsupported || body === '' ? 'unsupported' : textType }]
}

interface FileType {
  mediaType: string
  mime: string
}

const fileOf = ({ mediaType, mime }: FileType, url: string, name = ''): Content => ({
  body: '',
  mediaType,
  media: { source: { url }, mime, name, bytes: null },
})

const files: Record<string, FileType> = {
  image: { mediaType: 'image', mime: 'image/jpeg' },
  video: { mediaType: 'video', mime: 'video/mp4' },
  audio: { mediaType: 'audio', mime: 'audio/mp4' },
  file: { mediaType: 'application', mime: unknown },
  // What these are is seen when they are fetched.
  story_mention: { mediaType: 'image', mime: unknown },
  share: { mediaType: 'image', mime: unknown },
  ig_post: { mediaType: 'image', mime: unknown },
  reel: { mediaType: 'video', mime: unknown },
  ig_reel: { mediaType: 'video', mime: unknown },
}

/** These may be pages that anybody can open instead of files. */
const maybePages: readonly string[] = ['share', 'ig_post', 'reel', 'ig_reel']

/** Files lie here for some days. */
const fileHosts = /(^|\.)(fbsbx\.com|fbcdn\.net|cdninstagram\.com)$/

const isAtMeta = (address: string): boolean => URL.canParse(address) && fileHosts.test(new URL(address).hostname)

function ofAttachment({ type, title, url, payload }: Attachment, words: StoryWords): Content {
  const place = payload?.coordinates
  if (type === 'location' && place)
    return {
      body: locationBody({ latitude: place.lat, longitude: place.long, name: title ?? '', address: '' }),
      mediaType: 'locationMessage',
    }
  const address = payload?.url ?? url
  const heading = type === 'story_mention' ? words.mention : (title ?? payload?.title ?? '')
  const file = Object.hasOwn(files, type) ? files[type] : undefined
  if (file && address !== undefined && (!maybePages.includes(type) || isAtMeta(address)))
    return {
      ...fileOf(file, address, type === 'file' ? nameIn(address) : ''),
      body: type === 'story_mention' || maybePages.includes(type) ? heading : '',
      ...(payload?.sticker_id !== undefined && { mediaType: 'sticker' }),
    }
  const body = [heading, ...wordsIn(payload), address].filter(Boolean).join('\n')
  return body === ''
    ? { body: '', mediaType: type === 'ephemeral' ? 'viewOnceMessage' : 'unsupported' }
    : { body, mediaType: textType }
}

/** What somebody reads of cards, of products, and of a message with buttons. */
function wordsIn(payload: Attachment['payload']): string[] {
  const { text: said = '', buttons = [], elements = [], product } = payload ?? {}
  const cards = [...elements, ...(product?.elements ?? [])].flatMap(({ title = '', subtitle = '' }) => [
    title,
    subtitle,
  ])
  return [said, ...cards, ...buttons.map(({ title }) => `[ ${title} ]`)].filter((words) => words !== '')
}

/** The last part of the address of a file; its query is Meta's signature. */
function nameIn(address: string): string {
  if (!URL.canParse(address)) return ''
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
