import type { ImageView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { writerOf } from '../message-kind.ts'

/** Who sent the picture and when, and its place among all of the conversation. */
export function GalleryHead({ image, place, count }: { image: ImageView; place: number; count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { fromMe, user, contact, createdAt } = image
  const sender = fromMe ? (user?.name ?? t(`messages.origin.${writerOf(image)}`)) : contact?.name
  return (
    <div className="gallery-head" aria-live="polite">
      <b className="cut">{sender}</b>
      <span className="cut">
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {' · '}
        {t('messages.gallery.counter', { place: format.number(place), count: format.number(count) })}
      </span>
    </div>
  )
}
