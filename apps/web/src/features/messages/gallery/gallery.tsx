import { wordsOf } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import Lightbox, { type SlideImage } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { summaryOf } from '../../../lib/text/summary.ts'
import './gallery.css'
import { imagesOfTicket } from '../messages.api.ts'
import { FormattedText } from '../content/index.ts'

interface Props {
  ticketId: number
  /** The message whose picture is shown first. */
  start: number
  onJump: (messageId: number) => void
  onClose: () => void
}

/** Pictures of the conversation: zoom in steps of 0.2, rotation in steps of 90 degrees. */
export function Gallery({ ticketId, start, onJump, onClose }: Props) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(imagesOfTicket(ticketId))
  const images = data?.images ?? []
  const first = Math.max(
    0,
    images.findIndex(({ id }) => id === start),
  )
  const [shown, setShown] = useState<number>()
  const [turns, setTurns] = useState<Record<number, number>>({})
  const current = images[shown ?? first]
  if (!data && !isError) return null

  return (
    <Lightbox
      open
      close={onClose}
      index={first}
      slides={images.map((image): Slide => {
        const caption = wordsOf(image)
        return { src: image.mediaUrl, alt: summaryOf(caption), caption, turn: turns[image.id] ?? 0 }
      })}
      on={{ view: ({ index }) => setShown(index) }}
      carousel={{ finite: true }}
      plugins={[Zoom]}
      zoom={{ maxZoomPixelRatio: 3, zoomInMultiplier: 1.2, scrollToZoom: true }}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Lightbox: t('messages.gallery.viewer'),
        'Photo gallery': t('messages.gallery.viewer'),
        Carousel: t('messages.gallery.carousel'),
        Slide: t('messages.gallery.slide'),
        '{index} of {total}': t('messages.gallery.place'),
        Previous: t('messages.gallery.previous'),
        Next: t('messages.gallery.next'),
        Close: t('ui.close'),
        'Zoom in': t('messages.gallery.zoomIn'),
        'Zoom out': t('messages.gallery.zoomOut'),
      }}
      toolbar={{
        buttons: [
          <ToolButton
            key="turn"
            label={t('messages.gallery.rotate')}
            onClick={() => current && setTurns({ ...turns, [current.id]: (turns[current.id] ?? 0) + 90 })}
          >
            <IconRotateClockwise2 size={24} stroke={1.6} />
          </ToolButton>,
          <a
            key="save"
            className="yarl__button"
            href={current?.mediaUrl}
            download
            aria-label={t('messages.gallery.download')}
            title={t('messages.gallery.download')}
          >
            <IconDownload size={24} stroke={1.6} />
          </a>,
          <ToolButton key="jump" label={t('messages.gallery.jump')} onClick={() => current && onJump(current.id)}>
            <IconMessage2 size={24} stroke={1.6} />
          </ToolButton>,
          'close',
        ],
      }}
      render={{
        iconZoomIn: () => <IconZoomIn size={24} stroke={1.6} />,
        iconZoomOut: () => <IconZoomOut size={24} stroke={1.6} />,
        iconClose: () => <IconX size={24} stroke={1.6} />,
        iconPrev: () => <IconChevronLeft size={32} stroke={1.6} />,
        iconNext: () => <IconChevronRight size={32} stroke={1.6} />,
        slideContainer: ({ slide, children }) => (
          <div className="gallery-turn" data-turn={turnOf(slide)}>
            {children}
          </div>
        ),
        slideFooter: ({ slide }) => {
          const caption = captionOf(slide)
          return (
            caption !== '' && (
              <div className="gallery-caption">
                <FormattedText body={caption} />
              </div>
            )
          )
        },
      }}
    />
  )
}

type Slide = SlideImage & { turn: number; caption: string }
const captionOf = (slide: object) => ('caption' in slide && typeof slide.caption === 'string' ? slide.caption : '')
const turnOf = (slide: object) => ('turn' in slide && typeof slide.turn === 'number' ? slide.turn % 360 : 0)

function ToolButton({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="yarl__button" aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}
