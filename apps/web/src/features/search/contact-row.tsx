import { type ContactView, marksIn } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { phoneText } from '../../lib/phone.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Marked } from '../../ui/marks/marked.tsx'
import styles from './search.module.css'

interface Props {
  contact: ContactView
  words: readonly string[]
  onOpen: (contact: ContactView) => void
}

/** Opens a new ticket with the contact; a blocked one is only listed. */
export function ContactRow({ contact, words, onOpen }: Props) {
  const { t } = useTranslation()
  const { name, email, active } = contact
  const phone = phoneText(contact.number)
  return (
    <button type="button" className={styles.link} disabled={!active} onClick={() => onOpen(contact)}>
      <Avatar name={name} size={40} picture={contact.urlPicture} channel={contact.channel} />
      <div className={styles.lines}>
        <div className={styles.line}>
          <span className={`${styles.name} cut`}>
            <Marked text={name} marks={marksIn(name, words)} />
          </span>
        </div>
        <div className={styles.line}>
          <span className={`${styles.text} cut`}>{'text' in phone ? phone.text : t(phone.problem)}</span>
        </div>
        <div className={`${styles.line} ${styles.meta}`}>
          <span className="cut">{active ? email : t('search.blocked')}</span>
        </div>
      </div>
    </button>
  )
}
