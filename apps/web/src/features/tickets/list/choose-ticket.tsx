import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { keysFor, useChosenKeys } from '../../../lib/keyboard/chosen-keys.ts'
import { Keys } from '../../../ui/marks/marks.tsx'
import styles from './choose-ticket.module.css'

const hints = [
  { shortcuts: ['j', 'k'], does: 'moveFocus' },
  { shortcuts: ['Enter'], does: 'open' },
  { shortcuts: ['a'], does: 'accept' },
  { shortcuts: ['mod+k'], does: 'search' },
  { shortcuts: ['?'], does: 'all' },
] as const

/** Shown when no ticket is open: what to do, and useful shortcuts. */
export function ChooseTicket() {
  const { t } = useTranslation()
  const chosen = useChosenKeys()
  return (
    <div className={styles.welcome}>
      <IconMessage2 size={36} stroke={1.2} aria-hidden />
      <p>{t('tickets.choose.text')}</p>
      <dl className={styles.hints}>
        {hints.map(({ shortcuts, does }) => (
          <div key={does}>
            <dt>
              {shortcuts.map((usual) => (
                <Keys key={usual} keys={keysFor(usual, chosen)} />
              ))}
            </dt>
            <dd>{t(`tickets.choose.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
