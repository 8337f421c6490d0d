import { IconMapPin, IconMapPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './message-content.module.css'
import { parseLocation } from '../location.ts'

export function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation()
  const { picture, href, text } = parseLocation(body)
  const [name, ...address] = text.split('\n')
  const content = (
    <>
      <span className={styles.map}>
        {picture ? <img src={picture} alt="" /> : <IconMapPinFilled size={44} aria-hidden />}
      </span>
      <span className={styles.place}>
        <IconMapPin size={16} stroke={1.8} aria-hidden />
        <span>
          <b>{name || t('messages.kind.location')}</b>
          {address.length > 0 && <small>{address.join(', ')}</small>}
          {href && <small>{t('messages.openMap')}</small>}
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
