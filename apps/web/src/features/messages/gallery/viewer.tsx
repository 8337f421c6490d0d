import { type ImageView, wordsOf } from '@guiche/contract'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconMessage2,
  IconRotateClockwise2,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import Lightbox, { type ZoomRef } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { numbers } from '../../../ui/numbers.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { FormattedText } from '../../../ui/text/formatted-text.tsx'
import './gallery.css'
import { GalleryHead } from './gallery-head.tsx'
import { Film, Picture, TurnsContext, slideOf } from './gallery-slide.tsx'
import { GalleryStrip } from './gallery-strip.tsx'
import { zoomedBy } from './image-pages.ts'
import { useLostTaps } from './use-lost-taps.ts'

/** The pictures to show, and which of them is shown. */
interface ShownImages {
  images: readonly ImageView[]
  index: number
  current: ImageView | undefined
  /** The place of the one that is shown among all of the conversation, from 1. */
  place: number
  count: number
  isReady: boolean
  isFailed: boolean
  show: (messageId: number) => void
}

interface Props {
  shown: ShownImages
  onJump: (messageId: number) => void
  onClose: () => void
}

/** Pictures and videos of a conversation, one at a time. */
export function Viewer({ shown, onJump, onClose }: Props) {
  const { t } = useTranslation()
  const { images, index, current, place, count, isReady, isFailed, show } = shown
  const slides = useMemo(() => images.map(slideOf), [images])
  const [turns, setTurns] = useState<Readonly<Record<number, number>>>({})
  const zoom = useRef<ZoomRef>(null)
  const lostTaps = useLostTaps()
  useFailure(isFailed, onClose)
  if (!isReady || !current) return null

  const { id, mediaUrl, mediaType, mediaName } = current
  const isPicture = mediaType !== 'video'
  const zoomBy = (direction: 1 | -1) => isPicture && zoom.current?.changeZoom(zoomedBy(zoom.current.zoom, direction))
  const turnOn = () => isPicture && setTurns({ ...turns, [id]: (turns[id] ?? 0) + numbers.rotation })

  function hear(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = {
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': () => zoom.current?.changeZoom(numbers.zoom.least),
      r: turnOn,
      R: turnOn,
    }[event.key]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }

  return (
    // Events of the dialog pass here too, because it is a child of this element for React.
    <div onKeyDownCapture={hear} {...lostTaps}>
      <TurnsContext value={turns}>
        <Lightbox
          open
          close={onClose}
          index={index}
          slides={slides}
          on={{
            view: (slide) => {
              const image = images[slide.index]
              if (image) show(image.id)
            },
          }}
          animation={{ swipe: 250 }}
          carousel={{ finite: true, padding: 0, preload: 1 }}
          plugins={[Zoom]}
          zoom={{
            ref: zoom,
            supports: ['picture'],
            minZoom: numbers.zoom.least,
            maxZoom: numbers.zoom.most,
            pinchZoomV4: true,
            scrollToZoom: true,
          }}
          controller={{ closeOnBackdropClick: true }}
          className="gallery"
          labels={{
            Lightbox: t('messages.gallery.viewer'),
            'Photo gallery': t('messages.gallery.viewer'),
            Carousel: t('messages.gallery.carousel'),
            Slide: t('messages.gallery.slide'),
            // Only the slide that is shown is heard.
            '{index} of {total}': t('messages.gallery.counter', { place, count }),
            Previous: t('messages.gallery.previous'),
            Next: t('messages.gallery.next'),
            Close: t('ui.close'),
          }}
          toolbar={{
            buttons: [
              'zoom',
              <ToolButton key="turn" label={t('messages.gallery.rotate')} isOff={!isPicture} onClick={turnOn}>
                <IconRotateClockwise2 {...look} />
              </ToolButton>,
              <a
                key="save"
                className="yarl__button"
                href={mediaUrl}
                download={mediaName ?? ''}
                aria-label={t('messages.gallery.download')}
                title={t('messages.gallery.download')}
              >
                <IconDownload {...look} />
              </a>,
              <ToolButton key="jump" label={t('messages.gallery.jump')} onClick={() => onJump(id)}>
                <IconMessage2 {...look} />
              </ToolButton>,
              'close',
            ],
          }}
          render={{
            slide: ({ slide, rect, offset }) => {
              if (slide.type === 'picture') return <Picture image={slide.image} rect={rect} />
              if (slide.type === 'film') return <Film image={slide.image} rect={rect} isShown={offset === 0} />
              return undefined
            },
            slideFooter: ({ slide }) =>
              'image' in slide && <Caption text={wordsOf(slide.image)} isAbove={slide.type === 'film'} />,
            controls: () => (
              <>
                <GalleryHead image={current} place={place} count={count} />
                <GalleryStrip images={images} index={index} first={place - index} count={count} onShow={show} />
              </>
            ),
            buttonZoom: ({ zoom: now }) => (
              <>
                <ToolButton
                  label={t('messages.gallery.zoomOut')}
                  isOff={!isPicture || now <= numbers.zoom.least}
                  onClick={() => zoomBy(-1)}
                >
                  <IconZoomOut {...look} />
                </ToolButton>
                <ToolButton
                  label={t('messages.gallery.zoomIn')}
                  isOff={!isPicture || now >= numbers.zoom.most}
                  onClick={() => zoomBy(1)}
                >
                  <IconZoomIn {...look} />
                </ToolButton>
              </>
            ),
            iconClose: () => <IconX {...look} />,
            iconPrev: () => <IconChevronLeft size={32} stroke={1.6} />,
            iconNext: () => <IconChevronRight size={32} stroke={1.6} />,
          }}
        />
      </TurnsContext>
    </div>
  )
}

const look = { size: 24, stroke: 1.6, 'aria-hidden': true } as const

function useFailure(isFailed: boolean, onClose: () => void) {
  const { t } = useTranslation()
  const tell = useEffectEvent(() => {
    toast.error(t('messages.media.failed'))
    onClose()
  })
  useEffect(() => {
    if (isFailed) tell()
  }, [isFailed])
}

/** Above a video, whose controls are at its lower edge. */
function Caption({ text, isAbove }: { text: string; isAbove: boolean }) {
  if (text === '') return null
  return (
    <div className="gallery-caption" data-above={isAbove}>
      <FormattedText body={text} />
    </div>
  )
}

interface ToolButtonProps {
  label: string
  /** It can still be focused: if the focused button went, the dialog would hear no keys. */
  isOff?: boolean
  onClick: () => void
  children: React.ReactNode
}

function ToolButton({ label, isOff = false, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="yarl__button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
