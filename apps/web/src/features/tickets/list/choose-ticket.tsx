import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Key } from '../../../ui/marks/marks.tsx'
import styles from './choose-ticket.module.css'

const hints = [
  { keys: ['J', 'K'], does: 'moveFocus' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['A'], does: 'accept' },
  { keys: ['Ctrl', 'K'], does: 'search' },
  { keys: ['?'], does: 'all' },
]

/** Shown when no ticket is open: what to do, and useful shortcuts. */
export function ChooseTicket() {
  const { t } = useTranslation()
  return (
    <div className={styles.welcome}>
      <IconMessage2 size={36} stroke={1.2} aria-hidden />
      <p>{t('tickets.choose.text')}</p>
      <dl className={styles.hints}>
        {hints.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{t(`tickets.choose.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
