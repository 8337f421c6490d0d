import type { ShownAnnouncement } from '@guiche/contract'
import { IconSpeakerphone } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveAnnouncements, useMarkRead, useUnreadAnnouncements } from '../../features/announcements/shown.api.ts'
import { NewsPopover } from './news-popover.tsx'

const ShownAnnouncements = lazy(() =>
  import('../../features/announcements/shown-announcements.tsx').then(({ ShownAnnouncements: component }) => ({
    default: component,
  })),
)
const AnnouncementDetails = lazy(() =>
  import('../../features/announcements/announcement-details.tsx').then(({ AnnouncementDetails: component }) => ({
    default: component,
  })),
)

/** What the operator announces. One counts as read once it was opened. */
export function Announcements() {
  const { t } = useTranslation()
  useLiveAnnouncements()
  const unread = useUnreadAnnouncements()
  const markRead = useMarkRead()
  const [read, setRead] = useState<ShownAnnouncement>()
  const title = t('announcements.title')

  function open(announcement: ShownAnnouncement) {
    setRead(announcement)
    if (!announcement.isRead) markRead.mutate([announcement.id])
  }

  return (
    <>
      <NewsPopover
        title={title}
        label={unread > 0 ? t('announcements.withCount', { label: title, count: unread }) : title}
        icon={IconSpeakerphone}
        hasNews={unread > 0}
      >
        {(close) => (
          <Suspense>
            <ShownAnnouncements
              onOpen={(announcement) => {
                close()
                open(announcement)
              }}
            />
          </Suspense>
        )}
      </NewsPopover>
      {read && (
        <Suspense>
          <AnnouncementDetails announcement={read} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
    </>
  )
}
