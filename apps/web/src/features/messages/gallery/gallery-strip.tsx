import type { ImageView } from '@guiche/contract'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'

interface Props {
  images: readonly ImageView[]
  index: number
  /** The place of the first of `images` among all of the conversation, from 1. */
  first: number
  count: number
  onShow: (id: number) => void
}

/** So many thumbnails to each side of the current one are in the page. */
const around = 30

/** Small pictures below the large one. */
export function GalleryStrip({ images, index, first, count, onShow }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const current = useRef<HTMLButtonElement>(null)
  const currentId = images[index]?.id
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [currentId])
  const start = Math.max(0, index - around)

  return (
    <nav
      className="gallery-strip"
      aria-label={t('messages.gallery.strip')}
      // Not a swipe of the picture above.
      onPointerDown={(event) => event.stopPropagation()}
      onWheel={(event) => event.stopPropagation()}
    >
      {images.slice(start, index + around + 1).map((image, nth) => (
        <button
          key={image.id}
          ref={image.id === currentId ? current : null}
          type="button"
          aria-current={image.id === currentId}
          aria-label={t('messages.gallery.counter', {
            place: format.number(first + start + nth),
            count: format.number(count),
          })}
          onClick={() => onShow(image.id)}
        >
          <Thumbnail image={image} />
        </button>
      ))}
    </nav>
  )
}

function Thumbnail({ image: { mediaType, mediaUrl, thumbnailUrl } }: { image: ImageView }) {
  const isVideo = mediaType === 'video'
  return (
    <>
      {(!isVideo || thumbnailUrl) && <img src={thumbnailUrl ?? mediaUrl} alt="" loading="lazy" draggable={false} />}
      {isVideo && <IconPlayerPlayFilled size={18} aria-hidden />}
    </>
  )
}
