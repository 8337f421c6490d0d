import { Button } from '@mantine/core'
import { IconArrowsExchange, IconCheck, IconClock, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow, waitedSince } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useKeysFor } from '../../../lib/keyboard/chosen-keys.ts'
import { Keys } from '../../../ui/marks/marks.tsx'
import styles from './accept-bar.module.css'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

/** Replaces the composer of a waiting ticket, which can be read before it is accepted. */
export function AcceptBar({ ticket }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const acceptKeys = useKeysFor('a')
  const { accept, ignore, transfer } = useTicketActions()
  const { contact, queue, status, waitingSince } = ticket
  const waited = waitingSince && format.duration(waitedSince(waitingSince, now))
  const key = waited ? (queue ? 'waitsInQueue' : 'waits') : queue ? 'inQueue' : 'noQueue'

  return (
    <footer className={styles.bar}>
      <p>
        <IconClock size={16} stroke={1.8} aria-hidden />
        <span>
          {status === 'lgpd' ? (
            t('tickets.shut.lgpd')
          ) : (
            <TextWithBold
              textKey={`tickets.acceptBar.${key}`}
              values={{ name: contact.name, time: waited, queue: queue?.name }}
            />
          )}
        </span>
      </p>
      <div className={styles.buttons}>
        <Button variant="subtle" color="gray" leftSection={<IconEyeOff size={16} />} onClick={() => ignore(ticket)}>
          {t('tickets.action.ignore')}
        </Button>
        <Button variant="default" leftSection={<IconArrowsExchange size={16} />} onClick={() => transfer(ticket)}>
          {t('tickets.action.transfer')}
        </Button>
        <Button
          leftSection={<IconCheck size={16} />}
          rightSection={<Keys keys={acceptKeys} />}
          pr={8}
          onClick={() => accept(ticket)}
        >
          {t('tickets.action.accept')}
        </Button>
      </div>
    </footer>
  )
}
