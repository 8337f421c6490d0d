import { IconMapPin, IconMapPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './message-content.module.css'
import { placeOf } from '../place.ts'

export function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation()
  const { picture, href, text } = placeOf(body)
  const content = (
    <>
      <span className={styles.map}>
        {picture ? <img src={picture} alt="" /> : <IconMapPinFilled size={44} aria-hidden />}
      </span>
      <span className={styles.place}>
        <IconMapPin size={16} stroke={1.8} aria-hidden />
        <span>
          <b>{text.split('\n')[0] || t('messages.kind.location')}</b>
          <small>{href ? t('messages.openMap') : text.split('\n').slice(1).join(', ')}</small>
        </span>
      </span>
    </>
  )
  if (!href) return <div className={styles.location}>{content}</div>
  return (
    <a className={styles.location} href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  )
}
