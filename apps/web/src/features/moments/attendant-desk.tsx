import { UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTalkTo } from '../../lib/talk/direct-talk.ts'
import { useMe } from '../../lib/session.ts'
import { userPicture } from '../../lib/user-picture.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { PersonName } from '../../ui/marks/person-name.tsx'
import { type Desk, isSameDesk } from './board-groups.ts'
import styles from './moments.module.css'
import { TicketLine } from './ticket-line.tsx'
import { Waited } from './waited.tsx'

/** Tickets of an attendant that are shown until one asks for all. */
const fewest = 4

interface Props {
  desk: Desk
}

/** Drawn again only when this attendant or one of their tickets changes. */
export const AttendantDesk = memo(
  function AttendantDesk({ desk: { attendant, tickets } }: Props) {
    const { t } = useTranslation()
    const { companyId } = useMe()
    const [isWhole, setIsWhole] = useState(false)
    const { id, name, online, openTickets, profileImage } = attendant
    const talk = useTalkTo(id)
    const shown = isWhole ? tickets : tickets.slice(0, fewest)
    const hidden = tickets.length - fewest
    // The longest wait is the first.
    const since = tickets[0]?.waitingSince

    return (
      <li className={styles.desk}>
        <div className={styles.deskHead}>
          <Avatar name={name} size={32} picture={userPicture({ companyId, profileImage })} online={online} />
          <div className={styles.deskName}>
            <h3 className="cut" id={`desk-${id}`} title={name}>
              <PersonName name={name} onTalk={talk} />
            </h3>
            <p>
              <span className="figures">{t('moments.open', { count: openTickets })}</span>
              {since && (
                <>
                  {' · '}
                  <Waited since={since} text="unansweredFor" />
                </>
              )}
            </p>
          </div>
        </div>
        {tickets.length > 0 && (
          <ul aria-labelledby={`desk-${id}`}>
            {shown.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
        {hidden > 0 && (
          <UnstyledButton className={styles.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('moments.fewer') : t('moments.more', { count: hidden })}
            <span className="aloud">: {name}</span>
          </UnstyledButton>
        )}
      </li>
    )
  },
  (before, now) => isSameDesk(before.desk, now.desk),
)
