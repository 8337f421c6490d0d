import { Button, ScrollArea, Switch } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastMessageOf } from '../../lib/text/last-message.ts'
import { isTransferredTo } from '../../features/tickets/unread-tickets.ts'
import { useFormat } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Counter } from '../../ui/marks/marks.tsx'
import styles from './bell.module.css'
import { areNoticesAllowed, askForNotices, mayAskForNotices, mayShowNotices } from './browser-notice.ts'
import { NewsPopover } from './news-popover.tsx'
import { switchNotices } from './push.ts'
import { transferText } from './transfer-text.ts'
import { useUnread, useUnreadCount } from '../../features/tickets/unread.api.ts'

/** Unread tickets, in a list of at most 300 px (docs/requirements/back-office.md, section 2 "Top bar"). */
export function Bell() {
  const { t } = useTranslation()
  const count = useUnreadCount()
  const title = t('shell.bell.title')
  return (
    <NewsPopover
      title={title}
      label={count > 0 ? t('shell.bell.withCount', { label: title, count }) : title}
      icon={IconBell}
      hasNews={count > 0}
    >
      {(close) => (
        <>
          <h2 className={styles.title}>{title}</h2>
          <ScrollArea.Autosize mah={300} type="auto" scrollbarSize={6}>
            <UnreadRows onOpen={close} />
          </ScrollArea.Autosize>
          <NoticeChoice />
        </>
      )}
    </NewsPopover>
  )
}

function UnreadRows({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const { tickets } = useUnread()
  if (tickets.length === 0) return <p className={styles.nothing}>{t('shell.bell.nothing')}</p>
  return (
    <ul className={styles.list}>
      {tickets.map((ticket) => (
        <UnreadRow key={ticket.id} ticket={ticket} onOpen={onOpen} />
      ))}
    </ul>
  )
}

type UnreadTicket = ReturnType<typeof useUnread>['tickets'][number]

function UnreadRow({ ticket, onOpen }: { ticket: UnreadTicket; onOpen: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  const { contact, channel, lastMessageAt, unreadMessages, uuid } = ticket
  return (
    <li>
      <Link className={styles.row} to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} onClick={onOpen}>
        <Avatar name={contact.name} size={32} picture={contact.urlPicture} channel={channel} />
        <span className={styles.words}>
          <b className="cut">{contact.name}</b>
          {isTransferredTo(me, ticket) && <span className={styles.transfer}>{transferText(ticket, me.id, t)}</span>}
          <span className="cut">{lastMessageOf(ticket, t)}</span>
        </span>
        <span className={styles.end}>
          <time dateTime={lastMessageAt}>{format.moment(lastMessageAt)}</time>
          {unreadMessages > 0 && <Counter value={unreadMessages} />}
        </span>
      </Link>
    </li>
  )
}

/** Asks for the browser's permission, and then switches notices outside of this window on and off. */
function NoticeChoice() {
  const { t } = useTranslation()
  const [mayAsk, setMayAsk] = useState(mayAskForNotices)
  const [isOn, setOn] = useState(mayShowNotices)
  const change = (wants: boolean) => {
    setOn(wants)
    void switchNotices(wants)
  }
  const ask = async () => {
    const isAllowed = await askForNotices()
    setMayAsk(mayAskForNotices())
    if (isAllowed) change(true)
  }
  if (mayAsk)
    return (
      <Button className={styles.ask} variant="subtle" size="xs" onClick={() => void ask()}>
        {t('shell.bell.ask')}
      </Button>
    )
  if (!areNoticesAllowed()) return null
  return (
    <Switch
      className={styles.choice}
      size="xs"
      label={t('shell.bell.onDevice')}
      checked={isOn}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
