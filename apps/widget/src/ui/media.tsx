import { useEffect, useState } from 'preact/hooks'
import { webAddress } from '../address.ts'
import type { ChatMessage } from '../messages/messages.ts'
import { useWindow } from './context.ts'
import { ExternalLink } from './formatted.tsx'
import { Icon } from './icon.tsx'

/** The image, audio, video or document of a message. Its height is reserved before it has loaded. */
export function Media({ message }: { message: ChatMessage }) {
  const { chat, t } = useWindow()
  const here = useFileUrl(message.file)
  const url = here ?? (message.mediaUrl ? webAddress(message.mediaUrl, chat.origin) : undefined)
  const { mediaWidth, mediaHeight } = message
  const kind = mediaKind(message)
  const room = mediaWidth && mediaHeight ? { aspectRatio: `${mediaWidth} / ${mediaHeight}` } : {}
  if (!kind) return null
  if (!url)
    return (
      <p class={`arriving ${'aspectRatio' in room ? 'media' : ''}`} style={room}>
        {t('arriving')}
      </p>
    )
  if (kind === 'video') return <video class="media" style={room} src={url} controls preload="metadata" />
  if (kind === 'audio') return <audio class="media" src={url} controls preload="metadata" />
  if (kind === 'file') return <Document name={message.mediaName} size={message.mediaSize} url={url} />
  return (
    <ExternalLink url={url} class="picture">
      <img class="media" style={room} src={url} alt={message.mediaName ?? t('image')} />
    </ExternalLink>
  )
}

/** The kind of the attached file by its media type; undefined for plain text. */
export function mediaKind({ mediaType, mediaUrl, mediaName }: Pick<ChatMessage, 'mediaType'> & Partial<ChatMessage>) {
  if (/^(image|sticker)/.test(mediaType)) return 'image'
  if (/^(audio|video)/.test(mediaType)) return mediaType.startsWith('audio') ? 'audio' : 'video'
  return mediaUrl || mediaName || /^(application|document)/.test(mediaType) ? 'file' : undefined
}

/** An object URL for a file of the visitor, revoked when the component unmounts. */
export function useFileUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = file && URL.createObjectURL(file)
    setUrl(made)
    return () => made && URL.revokeObjectURL(made)
  }, [file])
  return url
}

/** The extension is never cut, nor reordered by bidirectional control characters. */
export function FileName({ name }: { name: string }) {
  const clean = name.replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  const end = clean.lastIndexOf('.') > clean.length - 8 ? Math.max(clean.lastIndexOf('.') - 3, 0) : clean.length
  return (
    <bdi class="name">
      <span>{clean.slice(0, end)}</span>
      {clean.slice(end)}
    </bdi>
  )
}

export function sizeOf(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.ceil(bytes / 1024)} kB`
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

function Document({ name, size, url }: { name: string | null; size: number | null; url: string }) {
  const { t } = useWindow()
  return (
    <ExternalLink url={url} class="document">
      <Icon name="file" size={24} />
      <span>
        <FileName name={name ?? t('file')} />
        {size !== null && <small>{sizeOf(size)}</small>}
      </span>
    </ExternalLink>
  )
}
