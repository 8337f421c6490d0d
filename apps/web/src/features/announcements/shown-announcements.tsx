import type { ShownAnnouncement } from '@guiche/contract'
import { Button, ScrollArea, UnstyledButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/format.ts'
import { Counter } from '../../ui/marks/marks.tsx'
import { RowSkeletons } from '../../ui/states/skeletons.tsx'
import styles from './announcements.module.css'
import { PriorityMark } from './priority-mark.tsx'
import { shownAnnouncements, useMarkRead } from './shown.api.ts'

interface Props {
  onOpen: (announcement: ShownAnnouncement) => void
}

/** The list of the top bar, at most 300 px high (docs/requirements/back-office.md, section 2 "Top bar"). */
export function ShownAnnouncements({ onOpen }: Props) {
  const { t } = useTranslation()
  const { data: shown = [] } = useQuery(shownAnnouncements)
  const unread = shown.filter(({ isRead }) => !isRead).map(({ id }) => id)
  const { mutate: markRead } = useMarkRead()
  const title = useRef<HTMLHeadingElement>(null)

  function readAll() {
    // The button goes away, and the focus with it; outside of the list, Escape would not close it.
    title.current?.focus()
    markRead(unread)
  }

  return (
    <>
      <header className={styles.head}>
        <h2 ref={title} tabIndex={-1}>
          {t('announcements.title')}
        </h2>
        {unread.length > 0 && (
          <>
            <Counter value={unread.length} />
            <span className="aloud">{t('announcements.unread', { count: unread.length })}</span>
            <Button variant="subtle" size="compact-xs" onClick={readAll}>
              {t('announcements.readAll')}
            </Button>
          </>
        )}
      </header>
      <ScrollArea.Autosize mah={300} type="auto" scrollbarSize={6}>
        <Rows onOpen={onOpen} />
      </ScrollArea.Autosize>
    </>
  )
}

function Rows({ onOpen }: Props) {
  const { t } = useTranslation()
  const { data: shown, error, isFetching, refetch } = useQuery(shownAnnouncements)
  if (!shown && error) {
    return (
      <div className={styles.nothing} role="alert">
        <p>{t(`announcements.failedBy.${causeOf(error)}`)}</p>
        <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          {t('ui.failure.retry')}
        </Button>
      </div>
    )
  }
  if (!shown) return <RowSkeletons rows={2} label={t('ui.loading')} />
  if (shown.length === 0) return <p className={styles.nothing}>{t('announcements.nothing')}</p>
  return (
    <ul className={styles.list}>
      {shown.map((announcement) => (
        <Row key={announcement.id} announcement={announcement} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Row({ announcement, onOpen }: Props & { announcement: ShownAnnouncement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { title, text, priority, mediaName, isRead, createdAt } = announcement
  return (
    <li>
      <UnstyledButton className={styles.row} data-unread={!isRead} onClick={() => onOpen(announcement)}>
        <span className={styles.words}>
          {!isRead && <span className="aloud">{t('announcements.isUnread')}</span>}
          <b className="cut">{title}</b>
          <span className="cut-lines">{text}</span>
          <span className={styles.line}>
            <PriorityMark priority={priority} />
            {mediaName !== null && (
              <IconPhoto size={14} stroke={1.8} role="img" aria-label={t('announcements.hasPicture')} />
            )}
          </span>
        </span>
        <time dateTime={createdAt}>{format.moment(createdAt)}</time>
      </UnstyledButton>
    </li>
  )
}
