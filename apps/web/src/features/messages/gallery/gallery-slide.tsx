import { type ImageView, wordsOf } from '@guiche/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContainerRect, GenericSlide } from 'yet-another-react-lightbox'
import { summaryOf } from '../../../lib/text/summary.ts'

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    picture: PictureSlide
    film: FilmSlide
  }
}

interface PictureSlide extends GenericSlide {
  type: 'picture'
  image: ImageView
}
/** Another type than a picture, because a video is not zoomed. */
interface FilmSlide extends GenericSlide {
  type: 'film'
  image: ImageView
}

export const slideOf = (image: ImageView): PictureSlide | FilmSlide =>
  image.mediaType === 'video' ? { type: 'film', image } : { type: 'picture', image }

/** Degrees by message id. */
export const TurnsContext = createContext<Readonly<Record<number, number>>>({})

/** Fills the slide, so that the library moves it within the slide when it is zoomed. */
export function Picture({ image, rect }: { image: ImageView; rect: ContainerRect }) {
  const turn = use(TurnsContext)[image.id] ?? 0
  const isAcross = turn % 180 !== 0
  const { broken, setBroken } = useBroken(image)
  const alt = useAlt(image)
  if (broken) return <Broken image={image} />
  return (
    <div className="gallery-slide yarl__slide_wrapper">
      <img
        src={image.mediaUrl}
        alt={alt}
        draggable={false}
        data-turn={turn % 360}
        style={{
          maxWidth: isAcross ? rect.height : rect.width,
          maxHeight: isAcross ? rect.width : rect.height,
          transform: turn === 0 ? undefined : `rotate(${turn}deg)`,
        }}
        onError={setBroken}
      />
    </div>
  )
}

/** In px, so that there is room for the controls of a small video. */
const leastWidth = 480

/** Plays while it is the slide that is shown. */
export function Film({ image, rect, isShown }: { image: ImageView; rect: ContainerRect; isShown: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const { broken, setBroken } = useBroken(image)
  const label = useAlt(image)
  useEffect(() => {
    if (!isShown) video.current?.pause()
  }, [isShown])
  if (broken) return <Broken image={image} />
  return (
    <div className="gallery-slide yarl__slide_wrapper">
      <video
        ref={video}
        src={image.mediaUrl}
        poster={image.thumbnailUrl ?? undefined}
        aria-label={label}
        controls
        playsInline
        autoPlay={isShown}
        preload={isShown ? 'auto' : 'none'}
        style={{ minWidth: Math.min(rect.width, leastWidth), maxWidth: rect.width, maxHeight: rect.height }}
        onError={setBroken}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          // The arrows of a focused video seek in it.
          if (event.key.startsWith('Arrow')) event.stopPropagation()
        }}
      >
        <track kind="captions" />
      </video>
    </div>
  )
}

function Broken({ image }: { image: ImageView }) {
  const { t } = useTranslation()
  return (
    <p className="gallery-broken" role="status">
      <IconPhotoOff size={40} stroke={1.4} aria-hidden />
      {t('messages.gallery.broken', { name: image.mediaName ?? t(`messages.kind.${kindOf(image)}`) })}
    </p>
  )
}

const kindOf = ({ mediaType }: ImageView) => (mediaType === 'video' ? 'video' : 'image')

function useAlt(image: ImageView): string {
  const { t } = useTranslation()
  return summaryOf(wordsOf(image)) || image.mediaName || t(`messages.kind.${kindOf(image)}`)
}

/** Slides are reused for other pictures. */
function useBroken({ mediaUrl }: ImageView) {
  const [url, setUrl] = useState<string>()
  return { broken: url === mediaUrl, setBroken: () => setUrl(mediaUrl) }
}
