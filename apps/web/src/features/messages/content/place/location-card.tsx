import { locationIn } from '@guiche/contract'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { parseLocation } from '../../location.ts'
import styles from '../message-content.module.css'
import { PlaceMap } from './place-map.tsx'

export function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation()
  const { picture, href, text } = parseLocation(body)
  const [name, ...address] = text.split('\n')
  const content = (
    <>
      <PlaceMap picture={picture} point={locationIn(body)} />
      <span className={styles.place}>
        <IconMapPin size={16} stroke={1.8} aria-hidden />
        <span>
          <b>{name || t('messages.kind.location')}</b>
          {address.length > 0 && <small>{address.join(', ')}</small>}
          {href && <small className={styles.openMap}>{t('messages.openMap')}</small>}
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
