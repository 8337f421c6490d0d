import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { phoneText } from '../../../lib/phone.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { type WholeCard, wholeCardsOf } from '../contact-card.ts'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-content.module.css'

export function ContactCards({ body }: { body: string }) {
  const { t } = useTranslation()
  const cards = wholeCardsOf(body)
  if (cards.length === 0) return <p className={styles.unknown}>{t('messages.kind.contact')}</p>
  return cards.map((card, index) => <ContactCard key={index} card={card} />)
}

function ContactCard({ card }: { card: WholeCard }) {
  const { t } = useTranslation()
  const { talkTo } = useMessageActions()
  const phone = phoneText(card.number)
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <Avatar name={card.name} size={36} />
        <span>
          <b>{card.name || t('messages.kind.contact')}</b>
          <small>{'text' in phone ? phone.text : t(phone.problem)}</small>
        </span>
      </div>
      {(card.lines.length > 0 || card.birthday !== '') && (
        <ul className={styles.cardLines}>
          {card.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {card.birthday !== '' && <li>{t('messages.birthday', { date: card.birthday })}</li>}
        </ul>
      )}
      {/^\d+$/.test(card.number) && (
        <Button variant="subtle" size="compact-sm" fullWidth onClick={() => talkTo(card)}>
          {t('messages.talk')}
        </Button>
      )}
    </div>
  )
}
