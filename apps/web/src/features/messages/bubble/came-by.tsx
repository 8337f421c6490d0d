import type { Referral } from '@guiche/contract'
import { IconLink, IconShoppingBag, IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './message-bubble.module.css'

const icons = { ad: IconSpeakerphone, post: IconSpeakerphone, link: IconLink, product: IconShoppingBag }

/** The advertisement or link by which the customer has come, or the product they ask about, above what they wrote. */
export function CameBy({ referral: { kind, headline, body, url, sourceId, ref, greeting } }: { referral: Referral }) {
  const { t } = useTranslation()
  const Icon = icons[kind]
  const name = headline || ref
  return (
    <div className={styles.cameBy}>
      <p>
        <Icon size={14} stroke={1.8} aria-hidden />
        <span>
          {t(`messages.referral.${kind}`)}
          {name !== '' && ': '}
          {name !== '' && (url === '' ? <b>{name}</b> : <Outward url={url} text={name} />)}
          {name === '' && url !== '' && (
            <>
              {': '}
              <Outward url={url} text={url} />
            </>
          )}
        </span>
      </p>
      {body !== '' && <p className="cut-lines">{body}</p>}
      {greeting && <p className="cut-lines">{t('messages.referral.greeting', { text: greeting })}</p>}
      {sourceId !== '' && <small>{t('messages.referral.id', { id: sourceId })}</small>}
    </div>
  )
}

function Outward({ url, text }: { url: string; text: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
